/** Milliseconds that this thread has computed: what something costs, however long a busy machine made it wait. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

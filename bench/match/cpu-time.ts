/** Returns the CPU seconds of this thread, which other programs on the machine hardly affect. */
export function cpuSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

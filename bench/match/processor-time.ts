/** Seconds that the processor has spent on this thread: what runs beside it on the machine counts little. */
export function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

/** Returns the processor seconds of this thread, which other programs on the machine hardly affect. */
export function processorSeconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e6
}

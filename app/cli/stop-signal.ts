/** Signals that end a command, with the exit codes that shells expect. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Calls back on Ctrl-C and the like, until the returned function is called. It may come twice, from the terminal and
 * from whoever started us.
 */
export function onStopSignal(stop: (exitCode: number) => void): () => void {
  const listeners = Object.entries(codes).map(([signal, code]) => ({ signal, listener: () => stop(code) }))
  for (const { signal, listener } of listeners) process.on(signal, listener)
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}

import { exitCode, type Streams } from './output.ts'

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

/**
 * Runs a command that a signal stops: `work` gets an abort signal whose reason says `reason`. Resolves to the exit code:
 * 0, 2 for wrong use, the signal's code where one stopped it, 1 for any other failure.
 */
export async function stoppableCommand(
  name: string,
  streams: Streams,
  reason: string,
  work: (stop: AbortSignal) => Promise<void>,
): Promise<number> {
  const stop = new AbortController()
  let stopped = 0
  const stopListening = onStopSignal((code) => {
    stopped = code
    stop.abort(new Error(reason))
  })
  const failed = await exitCode(name, streams, () => work(stop.signal)).finally(stopListening)
  return failed === 0 ? 0 : stopped || failed
}

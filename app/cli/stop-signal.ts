import { exitCode, type Streams } from './output.ts'

/** The signals that end a command, with the exit codes that shells expect. */
const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/**
 * Calls back on Ctrl-C and similar signals until the returned function is called. A signal may arrive twice, from the
 * terminal and from the parent process.
 */
export function onStopSignal(stop: (exitCode: number) => void): () => void {
  const listeners = Object.entries(codes).map(([signal, code]) => ({ signal, listener: () => stop(code) }))
  for (const { signal, listener } of listeners) process.on(signal, listener)
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}

/**
 * Runs a command that a signal can stop: `work` gets an abort signal with `reason`. Resolves to the exit code: 0, 2 for
 * invalid usage, the signal's code if it was stopped, 1 for other errors.
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
  const failed = await exitCode(name, streams, () => work(stop.signal))
  // After a signal, the listeners stay until the process ends: its second copy may arrive late.
  if (stopped === 0) stopListening()
  return failed === 0 ? 0 : stopped || failed
}

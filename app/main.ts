import './fast-imports.ts'
import { writeSync } from 'node:fs'
import { configOfProcess } from '#platform/server/config.ts'
import { reportStartError } from '#platform/server/faults/start-error.ts'
import { type Assignment, type Ready, supervise } from './supervisor.ts'

/** Runs `node app/main.ts`: the supervisor, or the role in the argument, which the supervisor assigns. */
async function main(role: string | undefined): Promise<void> {
  const config = configOfProcess()
  const stop = stopSignal()
  if (role === undefined) return supervise(config, stop, say)
  const assigned = await assignment()
  const ready = () => process.send?.({ ready: true } satisfies Ready)
  // Imported on demand, so that the supervisor stays small.
  if (role === 'web') await (await import('./web.ts')).runWeb(config, assigned, stop, ready)
  else await (await import('./worker.ts')).runWorker(config, assigned, stop, ready)
}

/** Prints a line. A full disk or closed pipe behind standard output must not stop the process. */
function say(line: string): void {
  try {
    writeSync(1, `${line}\n`)
  } catch {
    // There is nowhere left to report it.
  }
}

/** Returns a signal that aborts on Ctrl-C, SIGTERM, a closed terminal, or the end of the parent process. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const supervised = process.argv[2] !== undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C reaches the whole process group; a child waits for its supervisor instead.
    process.on(signal, () => (supervised && signal === 'SIGINT' ? undefined : controller.abort()))
  }
  process.on('disconnect', () => controller.abort())
  return controller.signal
}

function assignment(): Promise<Assignment> {
  return new Promise((resolve) => process.once('message', (message) => resolve(message as Assignment)))
}

const fail = (error: unknown) => process.exit(reportStartError(error))
process.on('uncaughtException', fail)
// Node's own warnings go to stderr, which may be a file on a full disk.
process.stderr.on('error', () => {})
main(process.argv[2]).then(() => process.exit(0), fail)

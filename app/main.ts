import { writeSync } from 'node:fs'
import { configOfProcess } from '#platform/server/config.ts'
import { reportStartError } from '#platform/server/faults/start-error.ts'
import { type Assignment, type Ready, supervise } from './supervisor.ts'

/** Runs `node app/main.ts`: the supervisor, or with an argument the role that the supervisor assigns. */
async function main(role: string | undefined): Promise<void> {
  const config = configOfProcess()
  const stop = stopSignal()
  if (role === undefined) return supervise(config, stop, say)
  const assigned = await assignment()
  const ready = () => process.send?.({ ready: true } satisfies Ready)
  // Loaded here, so that the supervisor itself stays small.
  if (role === 'web') await (await import('./web.ts')).runWeb(config, assigned, stop, ready)
  else await (await import('./worker.ts')).runWorker(config, assigned, stop, ready)
}

/** Prints a line, unless standard output is a file on a full disk or nobody's: no reason to stop. */
function say(line: string): void {
  try {
    writeSync(1, `${line}\n`)
  } catch {
    // There is nowhere to say so.
  }
}

/** Ctrl-C, a polite kill, a closed terminal, or the end of whoever started us. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const supervised = process.argv[2] !== undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Ctrl-C reaches the whole group at once; a child waits for its supervisor to say so.
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
// Node's own warnings go there; it may be a file on a full disk.
process.stderr.on('error', () => {})
main(process.argv[2]).then(() => process.exit(0), fail)

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { aborted } from '#platform/server/faults/aborted.ts'
import { Backoff } from '#platform/server/faults/backoff.ts'

const graceMs = 25_000
const heldMs = 1000
/** Bounds each half of the young generation, in MB: V8's own limit of 32 takes 60 MB from the start on. */
export const heapOptions = ['--max-semi-space-size=4']

/** A program to keep running until `stop`. */
export interface Program {
  /** The name in the messages about its exit. */
  name: string
  script: URL
  args: () => string[]
  /** Returns the message that the program gets at its start. */
  assignment?: () => object
  /** The program isn't started while this returns false. */
  mayRun?: () => boolean
  stop: AbortSignal
  say: (line: string) => void
}

/** A running program. */
export interface SupervisedProcess {
  /** Resolves with the program's first message. */
  started: Promise<unknown>
  ended: Promise<void>
  /** Stops the program now; it restarts as soon as it may run. */
  restart(): void
}

/** Runs a program until `stop` and restarts it whenever it exits, with growing delays if it keeps failing at once. */
export function keepAlive({
  name,
  script,
  args,
  assignment,
  mayRun = () => true,
  stop,
  say,
}: Program): SupervisedProcess {
  const { promise: started, resolve: markStarted } = Promise.withResolvers<unknown>()
  const backoff = new Backoff({ firstMs: 1000, mostMs: 10_000, calmMs: 60_000 })
  let restart = new AbortController()
  const run = async () => {
    while (!stop.aborted) {
      if (!mayRun()) {
        await Promise.race([pause(heldMs, undefined, { ref: false }), aborted(stop)])
        continue
      }
      restart = new AbortController()
      const child = fork(script, args(), { stdio: 'inherit', execArgv: [...process.execArgv, ...heapOptions] })
      const exited = once(child, 'exit')
      child.once('message', markStarted)
      if (assignment) child.send(assignment(), () => {})
      await Promise.race([exited, aborted(stop), aborted(restart.signal)])
      if (stop.aborted || restart.signal.aborted) await end(child, exited)
      else {
        say(`The ${name} process stopped (${child.signalCode ?? child.exitCode}). Restarting it`)
        await Promise.race([pause(backoff.nextMs(performance.now())), aborted(stop)])
      }
    }
  }
  return { started, ended: run(), restart: () => restart.abort() }
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
}

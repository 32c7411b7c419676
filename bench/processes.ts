import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(import.meta.resolve('#app/main.ts'))

/**
 * Starts one process of the product, as its supervisor would, with this environment and nothing else. Its first
 * message, which `atWork` waits for, says that it is at work.
 */
export function startProcess(role: 'web' | 'worker', databaseUrl: string, options: ForkOptions): ChildProcess {
  const child = fork(main, [role], options)
  // One that is killed before it has read this fails the call and nothing else.
  child.send({ databaseUrl }, () => {})
  return child
}

export async function atWork(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(children.map((child) => once(child, 'message')))
}

export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { heapOptions } from '#app/keep-alive.ts'
import type { Assignment } from '#app/supervisor.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'

const main = fileURLToPath(import.meta.resolve('#app/main.ts'))

/**
 * Starts one process of the product, as its supervisor would, with only this environment. Its first message, which
 * `untilReady` waits for, reports that it is ready.
 */
export function startProcess(
  role: 'web' | 'worker',
  databaseUrl: string,
  { sandbox = null, execArgv = process.execArgv, ...options }: ForkOptions & { sandbox?: Sandbox | null },
): ChildProcess {
  const child = fork(main, [role], { ...options, execArgv: [...execArgv, ...heapOptions] })
  // If the process is killed before it reads this, only this call fails.
  child.send({ databaseUrl, sandbox } satisfies Assignment, () => {})
  return child
}

export async function untilReady(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(children.map((child) => once(child, 'message')))
}

export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

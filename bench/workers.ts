import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchDatabase } from './database.ts'

export interface Workers {
  stop(): Promise<void>
}

/** Starts worker processes of the product, as its supervisor would, and waits until they are at work. */
export async function startWorkers({ url, config }: BenchDatabase, count: number): Promise<Workers> {
  const main = fileURLToPath(import.meta.resolve('@earshot/server/main'))
  const children = Array.from({ length: count }, () => {
    const child = fork(main, ['worker'], { env: { DATA_DIR: config.dataDir, LOG_LEVEL: 'error' } })
    child.send({ databaseUrl: url })
    return child
  })
  await Promise.all(children.map((child) => once(child, 'message')))
  return {
    stop: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return
          const exited = once(child, 'exit')
          child.kill('SIGTERM')
          await exited
        }),
      )
    },
  }
}

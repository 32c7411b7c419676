import type { BenchDatabase } from '../database.ts'
import { endProcess, startProcess, untilReady } from '../processes.ts'

export interface Workers {
  pids: number[]
  stop(): Promise<void>
}

/** Starts worker processes of the product, and waits until they are ready. */
export async function startWorkers({ url, config }: BenchDatabase, count: number): Promise<Workers> {
  const env = { DATA_DIR: config.dataDir, LOG_LEVEL: 'error' }
  const children = Array.from({ length: count }, () => startProcess('worker', url, { env }))
  await untilReady(children)
  return {
    pids: children.map(({ pid }) => pid!),
    stop: async () => {
      await Promise.all(children.map((child) => endProcess(child)))
    },
  }
}

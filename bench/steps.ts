import { drain } from '#app/jobs.ts'
import { openContext } from '#platform/server/context.ts'
import type { FaultPoint } from '#platform/server/fault-points.ts'
import type { BenchDatabase } from './database.ts'
import type { Stream } from './stream.ts'

const taken = 'queue asked, batch read'
const ended = 'end of the job noted'

/** What a worker has done by the time it reaches a point. */
const stepTo: Partial<Record<FaultPoint, string>> = {
  'candidates: begun': taken,
  'candidates: read': 'items unpacked',
  'candidates: found': 'found',
  'candidates: posts written': 'posts written',
  'candidates: scored': 'scored',
  'candidates: candidates written': 'candidates written',
  'candidates: opportunities written': 'leads written',
  'candidates: batch written': 'batch and next jobs written',
  'candidates: committed': 'committed',
  'postponed: begun': taken,
  'postponed: written': 'batch and next jobs written',
  'postponed: committed': 'committed',
}

export interface Steps {
  /** Until all phrases were read and compiled and a first, small batch was through. */
  firstSeconds: number
  seconds: number
  /** Seconds of each step, the longest first. */
  spent: [step: string, seconds: number][]
}

/**
 * One worker alone, in this process, which takes `items` through one batch after the other: whatever it does between
 * two points that it reaches is one step, and they add up to all of its time.
 */
export async function timeSteps({ config, url }: BenchDatabase, stream: Stream, items: number): Promise<Steps> {
  const { ctx: quiet, boss, close } = await openContext(config, url, 'import')
  const spent = new Map<string, number>()
  let last = performance.now()
  const note = (step: string) => {
    const now = performance.now()
    spent.set(step, (spent.get(step) ?? 0) + (now - last) / 1000)
    last = now
  }
  const ctx = { ...quiet, reach: (point: FaultPoint) => note(stepTo[point] ?? point) }
  const work = async (count: number): Promise<number> => {
    await stream.deliver(count)
    spent.clear()
    const begun = performance.now()
    last = begun
    await drain(ctx, boss, { onJob: async () => note(ended) })
    return (performance.now() - begun) / 1000
  }
  try {
    const firstSeconds = await work(100)
    await work(Math.ceil(items / 4))
    const seconds = await work(items)
    return { firstSeconds, seconds, spent: [...spent].sort(([, a], [, b]) => b - a) }
  } finally {
    await close()
  }
}

import { openContext } from '#app/context.ts'
import { drain } from '#app/jobs.ts'
import { watchEffects } from '#tests/support/faults.ts'
import type { BenchDatabase } from '../database.ts'
import type { Stream } from './stream.ts'

const completion = 'job completion'

export interface Steps {
  /** The time until all phrases are read and compiled and a first, small batch is done. */
  firstSeconds: number
  seconds: number
  /** The seconds of each step, longest first. */
  spent: [step: string, seconds: number][]
}

/**
 * Runs one worker alone, in this process, on `items` in one batch after another. Each statement is a step, and so is
 * the work before it. Together, they take all of the worker's time.
 */
export async function timeSteps({ config, url }: BenchDatabase, stream: Stream, items: number): Promise<Steps> {
  const { ctx, boss, close } = await openContext(config, url, 'import')
  const spent = new Map<string, number>()
  let last = performance.now()
  const record = (step: string) => {
    const now = performance.now()
    spent.set(step, (spent.get(step) ?? 0) + (now - last) / 1000)
    last = now
  }
  const watched = watchEffects(ctx, ({ at, text }) => {
    if (at === 'statement') record(`before ${stepName(text)}`)
    if (at === 'result') record(stepName(text))
    if (at === 'committed') record('commit')
  })
  const work = async (count: number): Promise<number> => {
    await stream.deliver(count)
    spent.clear()
    const begun = performance.now()
    last = begun
    await drain(watched, boss, { onJob: async () => record(completion) })
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

/** Returns the verb and the table of a statement, or its beginning. */
function stepName(statement: string): string {
  const written = /(?<!\b(?:for|key) )\b(insert into|update|delete from)\s+"?([\w.]+)/i.exec(statement)
  const read = /\b(from|join)\s+"?([a-z_]\w*)/i.exec(statement)
  const [, verb, table] = written ?? read ?? []
  return table ? `${written ? verb!.toLowerCase() : 'select from'} ${table}` : statement.slice(0, 40)
}

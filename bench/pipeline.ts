import { parseArgs } from 'node:util'
import { type BenchDatabase, withBenchDatabase } from './database.ts'
import { type Judged, loadJudged } from './judged.ts'
import { seedListeners } from './listeners.ts'
import { quantile } from './quantiles.ts'
import { Stream } from './stream.ts'
import { startWorkers } from './workers.ts'

/** All of Reddit, in items a second, and an hour of it (DESIGN 9). */
const reddit = 384
const hour = 3600 * reddit
/** Items of a delivery at full speed, and the time between two where a pace is given. */
const delivered = 2000
const beatMs = 250

/**
 * The whole way of an item, from its arrival to the lead on the screen, through real workers and a durable PostgreSQL:
 * items a second at several numbers of phrases, where the time goes, the delay at five times Reddit, and how long an
 * hour of all of Reddit takes to catch up with (DESIGN 9 "pipeline").
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      phrases: { type: 'string', default: '1000,100000,1000000' },
      items: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '40' },
      workers: { type: 'string', default: '2' },
      'catch-up': { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const sizes = values.phrases.split(',').map(Number)
  const wanted = { items: Number(values.items), seconds: Number(values.seconds), workers: Number(values.workers) }
  if (![...sizes, ...Object.values(wanted)].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench pipeline: --phrases, --items, --seconds and --workers take whole numbers\n')
    return 2
  }
  const judged = await loadJudged()
  if (!judged) {
    console.log('pipeline: skipped, the judged posts are not here (../shared/data)')
    return 0
  }
  for (const phrases of sizes) {
    const catchUp = values['catch-up'] && phrases === sizes.at(-1)
    await withBenchDatabase((database) => measure(database, judged, phrases, { ...wanted, catchUp }))
  }
  return 0
}

interface Wanted {
  items: number
  seconds: number
  workers: number
  catchUp: boolean
}

async function measure(database: BenchDatabase, judged: Judged, phrases: number, wanted: Wanted): Promise<void> {
  const { items, seconds } = wanted
  const { projects } = await seedListeners(database.owner, judged, phrases)
  const workers = await startWorkers(database, wanted.workers)
  const stream = new Stream(database, judged.items)
  try {
    console.log(`\n${number(phrases)} phrases, ${number(projects)} projects, ${wanted.workers} worker processes`)
    const first = await stream.feed(delivered, delivered)
    say('phrases read and compiled, first batch', `${first.seconds.toFixed(1)} s`)
    await forget(database)
    const full = await stream.feed(items, delivered)
    const pace = items / full.seconds
    say('at full speed', `${number(pace)} items/s = ${(pace / reddit).toFixed(0)} R`)
    const { candidates, leads } = await found(database)
    say('  found by an item', `${(candidates / items).toFixed(2)} candidates, ${(leads / items).toFixed(3)} leads`)
    for (const [step, spent] of await spentOn(database, full.arriving)) {
      say(`  ${step}`, `${((spent * 1e6) / items).toFixed(1)} µs an item`)
    }
    const delays = await stream.feedAt(5 * reddit, seconds, beatMs)
    const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
    say(`arrival to visible lead at 5 R for ${seconds} s`, `p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s`)
    if (!wanted.catchUp) return
    const caught = await stream.feed(hour, delivered)
    say('an hour of all of Reddit, caught up in', `${caught.seconds.toFixed(0)} s`)
  } finally {
    await workers.stop()
  }
}

/** What was found and done before does not count. */
async function forget({ owner }: BenchDatabase): Promise<void> {
  await owner.query(`delete from pgboss.job where state = 'completed'`)
  await owner.query('delete from opportunity')
  await owner.query('delete from candidate')
}

async function found({ owner }: BenchDatabase): Promise<{ candidates: number; leads: number }> {
  const { rows } = await owner.query<{ candidates: number; leads: number }>(
    'select (select count(*)::int from candidate) as candidates, (select count(*)::int from opportunity) as leads',
  )
  return rows[0]!
}

/** Seconds that each step's jobs ran, all workers together. */
async function spentOn({ owner }: BenchDatabase, arriving: number): Promise<[step: string, seconds: number][]> {
  const { rows } = await owner.query<{ name: string; seconds: number }>(
    `select name, sum(extract(epoch from completed_on - started_on))::float8 as seconds
       from pgboss.job where state = 'completed' group by name order by seconds desc`,
  )
  return [['arrive', arriving], ...rows.map(({ name, seconds }): [string, number] => [name, seconds])]
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(44)}${figure}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuAnItem, machineShares, used } from '../cpu.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { type Judged, loadJudged } from '../quality/judged.ts'
import { median, quantile } from '../quantiles.ts'
import { seedListeners } from './listeners.ts'
import { timeSteps } from './steps.ts'
import { Stream } from './stream.ts'
import { startWorkers, type Workers } from './workers.ts'

/** The rate of all of Reddit in items per second, and its items in an hour (DESIGN 9). */
const reddit = 384
const hour = 3600 * reddit
/** The time between two deliveries at a given rate. */
const beatMs = 250

/**
 * Measures the whole path of an item, from its arrival to the lead on the screen, with real workers and a durable
 * PostgreSQL: the time of each step, items per second at several numbers of phrases, the delay at five times the rate
 * of Reddit, and the time to catch up with an hour of all of Reddit (DESIGN 9 "pipeline").
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      phrases: { type: 'string', default: '1000,100000,1000000' },
      items: { type: 'string', default: '40000' },
      runs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '40' },
      workers: { type: 'string', default: '2' },
      'catch-up': { type: 'string', default: String(hour) },
    },
  })
  const { phrases, 'catch-up': catchUp, ...rest } = values
  const sizes = phrases.split(',').map(Number)
  const wanted = {
    items: Number(rest.items),
    runs: Number(rest.runs),
    seconds: Number(rest.seconds),
    workers: Number(rest.workers),
    catchUp: Number(catchUp),
  }
  if (![...sizes, ...Object.values(wanted)].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write(
      'bench pipeline: --phrases, --items, --runs, --seconds, --workers and --catch-up take whole numbers\n',
    )
    return 2
  }
  const judged = await loadJudged()
  if (!judged) {
    console.log('pipeline: skipped, the judged posts are not here (../shared/data)')
    return 0
  }
  for (const size of sizes) {
    await withBenchDatabase(async (database) => {
      const stream = await begin(database, judged, size, wanted)
      const workers = await startWorkers(database, wanted.workers)
      try {
        await measure(database, stream, workers, wanted)
        if (size === sizes.at(-1)) await measureCatchUp(stream, wanted)
      } finally {
        await workers.stop()
      }
    })
  }
  return 0
}

interface Wanted {
  /** The items of one run at full speed. */
  items: number
  runs: number
  /** How long the delay is measured. */
  seconds: number
  workers: number
  /** The items to catch up with. The result is scaled to an hour of Reddit. */
  catchUp: number
}

/** Fills the database, and prints how one worker alone spends its time. */
async function begin(database: BenchDatabase, judged: Judged, size: number, { items }: Wanted): Promise<Stream> {
  const { projects } = await seedListeners(database.owner, judged, size)
  const stream = new Stream(database, judged.items)
  console.log(`\n${number(size)} phrases, ${number(projects)} projects, ${availableParallelism()} processors`)
  const alone = await timeSteps(database, stream, items / 2)
  say('phrases read and compiled, first batch', `${alone.firstSeconds.toFixed(1)} s`)
  say('one worker alone', `${number(items / 2 / alone.seconds)} items/s, of its time`)
  for (const [step, seconds] of alone.spent) {
    const percent = (seconds / alone.seconds) * 100
    if (percent < 0.5) continue
    say(
      `  ${step}`,
      `${percent.toFixed(0).padStart(3)} %  ${((seconds * 2e6) / items).toFixed(1).padStart(6)} µs an item`,
    )
  }
  return stream
}

async function measure(database: BenchDatabase, stream: Stream, workers: Workers, wanted: Wanted): Promise<void> {
  const { items, runs, seconds } = wanted
  // Waits until each worker has all phrases.
  await stream.feed(items)
  await database.owner.query('delete from opportunity')
  await database.owner.query('delete from candidate')
  const { dataDir } = database.config
  const before = used(dataDir, workers.pids)
  const paces: number[] = []
  for (let turn = 0; turn < runs; turn++) paces.push(items / (await stream.feed(items)))
  const after = used(dataDir, workers.pids)
  const pace = median(paces)
  const extent = `${number(Math.min(...paces))} to ${number(Math.max(...paces))}`
  say(`${wanted.workers} worker processes at full speed`, `${number(pace)} items/s = ${inR(pace)} (aim 50 R)`)
  say(`  median of ${runs} runs of ${number(items)} items`, extent)
  const { candidates, leads } = await found(database)
  const all = runs * items
  say('  found by an item', `${(candidates / all).toFixed(2)} candidates, ${(leads / all).toFixed(3)} leads`)
  say('  processor time an item', cpuAnItem(before, after, all))
  say('  the machine', machineShares(before, after))
  const end = performance.now() + seconds * 1000
  const delays = await stream.feedAt(5 * reddit, beatMs, async () => performance.now() >= end)
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  const delay = `p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s (aim 5 s)`
  say(`arrival to visible lead at 5 R for ${seconds} s`, delay)
}

async function measureCatchUp(stream: Stream, { catchUp }: Wanted): Promise<void> {
  const seconds = await stream.feed(catchUp)
  const scaled = (seconds * hour) / catchUp
  say('an hour of all of Reddit, caught up in', `${scaled.toFixed(0)} s (aim 120 s)`)
  say(`  measured on ${number(catchUp)} items of ${number(hour)}`, `${seconds.toFixed(0)} s`)
}

async function found({ owner }: BenchDatabase): Promise<{ candidates: number; leads: number }> {
  const { rows } = await owner.query<{ candidates: number; leads: number }>(
    'select (select count(*)::int from candidate) as candidates, (select count(*)::int from opportunity) as leads',
  )
  return rows[0]!
}

function inR(itemsASecond: number): string {
  return `${(itemsASecond / reddit).toFixed(1)} R`
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(44)}${figure}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}

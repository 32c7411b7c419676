import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuPerItem, cpuShares, cpuUsage } from '../cpu.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { type Judged, loadJudged } from '../quality/judged.ts'
import { median, quantile } from '../quantiles.ts'
import { seedProjects } from './seed-projects.ts'
import { timeSteps } from './steps.ts'
import { Stream } from './stream.ts'
import { startWorkers, type Workers } from './workers.ts'

/** The rate of all of Reddit in items per second, and its items in an hour (DESIGN 9). */
const reddit = 384
const hour = 3600 * reddit
/** The time between two deliveries at a given rate. */
const intervalMs = 250

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
  const load = {
    items: Number(rest.items),
    runs: Number(rest.runs),
    seconds: Number(rest.seconds),
    workers: Number(rest.workers),
    catchUp: Number(catchUp),
  }
  if (![...sizes, ...Object.values(load)].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write(
      'bench pipeline: --phrases, --items, --runs, --seconds, --workers, and --catch-up must be positive whole numbers\n',
    )
    return 2
  }
  const judged = await loadJudged()
  if (!judged) {
    console.log('pipeline: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  for (const size of sizes) {
    await withBenchDatabase(async (database) => {
      const stream = await measureSingleWorker(database, judged, size, load)
      const workers = await startWorkers(database, load.workers)
      try {
        await measure(database, stream, workers, load)
        if (size === sizes.at(-1)) await measureCatchUp(stream, load)
      } finally {
        await workers.stop()
      }
    })
  }
  return 0
}

interface Load {
  /** The items of one run at full speed. */
  items: number
  runs: number
  /** The duration of the delay measurement. */
  seconds: number
  workers: number
  /** The items to catch up with. The result is scaled to an hour of Reddit. */
  catchUp: number
}

/** Fills the database, and prints how a single worker spends its time. */
async function measureSingleWorker(
  database: BenchDatabase,
  judged: Judged,
  size: number,
  { items }: Load,
): Promise<Stream> {
  const { projects } = await seedProjects(database.owner, judged, size)
  const stream = new Stream(database, judged.items)
  console.log(
    `\n${number(size)} phrases, ${number(projects)} projects, ${availableParallelism()} CPUs; R = ${reddit} items/s (all of Reddit)`,
  )
  const single = await timeSteps(database, stream, items / 2)
  print('Load and compile phrases, first batch', `${single.firstSeconds.toFixed(1)} s`)
  print('Single worker', `${number(items / 2 / single.seconds)} items/s; time by step:`)
  for (const [step, seconds] of single.spent) {
    const percent = (seconds / single.seconds) * 100
    if (percent < 0.5) continue
    print(
      `  ${step}`,
      `${percent.toFixed(0).padStart(3)}%  ${((seconds * 2e6) / items).toFixed(1).padStart(6)} µs/item`,
    )
  }
  return stream
}

async function measure(database: BenchDatabase, stream: Stream, workers: Workers, load: Load): Promise<void> {
  const { items, runs, seconds } = load
  // Waits until each worker has all phrases.
  await stream.feed(items)
  await database.owner.query('delete from opportunity')
  await database.owner.query('delete from candidate')
  const { dataDir } = database.config
  const before = cpuUsage(dataDir, workers.pids)
  const rates: number[] = []
  for (let turn = 0; turn < runs; turn++) rates.push(items / (await stream.feed(items)))
  const after = cpuUsage(dataDir, workers.pids)
  const rate = median(rates)
  const range = `${number(Math.min(...rates))} to ${number(Math.max(...rates))}`
  print(`${load.workers} workers at full speed`, `${number(rate)} items/s = ${inR(rate)} (target ≥ 50 R)`)
  print(`  range of ${runs} runs of ${number(items)} items`, range)
  const { candidates, leads } = await countMatches(database)
  const all = runs * items
  print('  matches per item', `${(candidates / all).toFixed(2)} candidates, ${(leads / all).toFixed(3)} leads`)
  print('  CPU time per item', cpuPerItem(before, after, all))
  print('  CPU usage', cpuShares(before, after))
  const end = performance.now() + seconds * 1000
  const delays = await stream.feedAt(5 * reddit, intervalMs, async () => performance.now() >= end)
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)]
  const delay = `p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s (target p99 ≤ 5 s)`
  print(`Arrival to visible lead at 5 R for ${seconds} s`, delay)
}

async function measureCatchUp(stream: Stream, { catchUp }: Load): Promise<void> {
  const seconds = await stream.feed(catchUp)
  const scaled = (seconds * hour) / catchUp
  print('Catch-up after 1 hour of all of Reddit', `${scaled.toFixed(0)} s (target ≤ 120 s)`)
  print(`  measured with ${number(catchUp)} of ${number(hour)} items`, `${seconds.toFixed(0)} s`)
}

async function countMatches({ owner }: BenchDatabase): Promise<{ candidates: number; leads: number }> {
  const { rows } = await owner.query<{ candidates: number; leads: number }>(
    'select (select count(*)::int from candidate) as candidates, (select count(*)::int from opportunity) as leads',
  )
  return rows[0]!
}

function inR(itemsPerSecond: number): string {
  return `${(itemsPerSecond / reddit).toFixed(1)} R`
}

function print(label: string, figure: string): void {
  console.log(`${label.padEnd(44)}${figure}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}

import { parseArgs } from 'node:util'
import { ingest } from '#features/matching/server/ingest.ts'
import { asJob, record } from '#tests/support/leads.ts'
import { peakMemory, resetPeakMemory } from '../cpu.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { Stream } from '../pipeline/stream.ts'
import { startWorkers } from '../pipeline/workers.ts'
import { quantile } from '../quantiles.ts'

/** The rate of other items during the run. Each delivery has one that the independent project finds. */
const itemsPerSecond = 400
const intervalMs = 250
const quietMs = 10_000
/** The timeout of the run. */
const timeoutMs = 600_000

const request = { title: 'Looking for a bread oven', body: 'Can anybody recommend one? My budget is 300.' }
const chatter = { title: 'A walk along the river', body: 'The weather held until noon, and we were home for tea.' }
const others = Array.from({ length: (itemsPerSecond * intervalMs) / 1000 }, (_, n) =>
  record(`o${n}`, n === 0 ? request : chatter),
)
const shared = record('shared', {
  title: 'Looking for an invoice tool',
  body: 'What would you recommend to an agency?',
})

/**
 * Measures one item that very many projects find by the phrase that they share: the seconds until each has its lead,
 * the peak memory of a worker, and the delay of items for an independent project meanwhile.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { projects: { type: 'string', default: '100000' }, workers: { type: 'string', default: '2' } },
  })
  const [projects, workers] = [Number(values.projects), Number(values.workers)]
  if (![projects, workers].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench shared-phrase: --projects and --workers must be positive whole numbers\n')
    return 2
  }
  return withBenchDatabase(async (database) => {
    await seed(database, projects)
    const { pids, stop } = await startWorkers(database, workers)
    try {
      return await measure(database, projects, pids)
    } finally {
      await stop()
    }
  })
}

async function measure(database: BenchDatabase, projects: number, pids: readonly number[]): Promise<number> {
  const stream = new Stream(database, others)
  const first = await stream.feed(20_000)
  console.log(`${projects} projects with the same phrase, ${pids.length} workers`)
  console.log(`Load and compile phrases, first items: ${first.toFixed(1)} s`)
  const quiet = await stream.feedAt(itemsPerSecond, intervalMs, elapsed(quietMs))
  const before = pids.map(resetPeakMemory)
  const begun = performance.now()
  const { batchIds } = await ingest(asJob(database.ctx), 'reddit-api', [shared])
  let seconds = Number.NaN
  const isLate = elapsed(timeoutMs)
  const busy = await stream.feedAt(itemsPerSecond, intervalMs, async () => {
    const isOver = await isFinished(database, batchIds)
    if (isOver) seconds = (performance.now() - begun) / 1000
    return isOver || (await isLate())
  })
  const leads = await leadsOf(database)
  const increase = pids.map((pid, worker) => peakMemory(pid) - before[worker]!)
  console.log(`${leads.shared} leads from one item in ${seconds.toFixed(1)} s`)
  console.log(`Worker memory: ${megabytes(before)} before, peak increase ${megabytes(increase)}`)
  console.log(
    `Independent project, arrival to visible lead: ${describe(busy)}; before the shared item ${describe(quiet)}`,
  )
  return leads.shared === projects && leads.independent === stream.sent / others.length ? 0 : 1
}

/** Creates projects with the same single keyword, and a last one with another. */
async function seed({ owner }: BenchDatabase, projects: number): Promise<void> {
  await owner.query(`
    insert into project (id, name, status, backfilled_version, created_at, updated_at)
    select gen_random_uuid(), 'Sharing ' || n, 'done', 1, now(), now() from generate_series(1, ${projects}) n
    union all select gen_random_uuid(), 'Independent', 'done', 1, now(), now()`)
  await owner.query(`
    insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
    select id, gen_random_uuid(), 'problem', case name when 'Independent' then 'bread oven' else 'invoice tool' end,
      'active', now(), now()
    from project`)
  await owner.query('update phrase_version set version = version + 1')
  await owner.query('vacuum (analyze) project, keyword')
}

async function isFinished({ owner }: BenchDatabase, batchIds: readonly string[]): Promise<boolean> {
  const { rows } = await owner.query<{ finished: boolean }>(
    'select bool_and(finished_at is not null) as finished from recent where id = any ($1::uuid[])',
    [batchIds],
  )
  return rows[0]!.finished
}

async function leadsOf({ owner }: BenchDatabase): Promise<{ shared: number; independent: number }> {
  const { rows } = await owner.query<{ shared: number; independent: number }>(`
    select count(*) filter (where name <> 'Independent')::int as shared,
      count(*) filter (where name = 'Independent')::int as independent
    from opportunity o join project p on p.id = o.project_id`)
  return rows[0]!
}

function elapsed(ms: number): () => Promise<boolean> {
  const end = performance.now() + ms
  return async () => performance.now() > end
}

function describe(delays: readonly number[]): string {
  return `p50 ${quantile(delays, 0.5).toFixed(2)} s, p99 ${quantile(delays, 0.99).toFixed(2)} s (${delays.length} deliveries)`
}

function megabytes(bytes: readonly number[]): string {
  return `${(Math.max(...bytes) / 1e6).toFixed(0)} MB`
}

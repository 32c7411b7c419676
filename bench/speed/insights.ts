import { parseArgs } from 'node:util'
import { buildApp } from '#app/http.ts'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { dayAfter } from '#engine/mentions/periods.ts'
import { register } from '#features/accounts/server/register.ts'
import { countChanges } from '#features/insights/server/rollups/count-changes.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { quantile } from '../quantiles.ts'
import { lastDay, project, seedYear } from './insight-rows.ts'

const goalMs = 200
const warmUps = 3

/**
 * Measures the ready-made boards of a project with a year of data: the requests of all charts of a board, sent at once,
 * until the last is answered. Prints p50 and p95 in milliseconds for each chart and board, and how long the counts
 * that they are read from take. Fails if a board is slower than the goal.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { leads: { type: 'string', default: '5000000' }, turns: { type: 'string', default: '20' } },
  })
  const leads = Number(values.leads)
  const turns = Number(values.turns)
  if (![leads, turns].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench insights: --leads and --turns must be positive whole numbers\n')
    return 2
  }
  let slowest = 0
  await withBenchDatabase(async (database) => {
    const { ctx, owner } = database
    const { jwt, user } = await register(ctx, {
      email: 'bench@example.com',
      password: 'a long enough one',
      address: '',
    })
    const seeded = await secondsOf(() => seedYear(owner, user.id, leads))
    console.log(`${leads.toLocaleString('en')} leads of a year, seeded in ${seeded.toFixed(0)} s`)
    await countAll(database)
    const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
    const authorization = `Bearer ${jwt}`
    console.log(`\n${'ms for a year'.padEnd(40)}    p50    p95`)
    for (const { name, tiles } of defaultBoards()) {
      const charts = tiles.filter(({ definition }) => !isQuoteKind(definition.metric))
      if (charts.length === 0) continue
      const times = new Map<string, number[]>([[name, []], ...charts.map(({ id }): [string, number[]] => [id, []])])
      const ask = async (url: string) => {
        const answer = await app.inject({ url, headers: { authorization } })
        if (answer.statusCode !== 200) throw new Error(`GET ${url}: ${answer.statusCode} ${answer.body}`)
      }
      for (let turn = 0; turn < warmUps + turns; turn++) {
        const note = (key: string, ms: number) => turn >= warmUps && times.get(key)?.push(ms)
        note(name, await msOf(() => Promise.all(charts.map(({ definition }) => ask(addressOf(definition))))))
        for (const { id, definition } of charts) note(id, await msOf(() => ask(addressOf(definition))))
      }
      for (const { id, title } of charts) print(`  ${title}`, times.get(id)!)
      print(`Board ${name}, all at once`, times.get(name)!)
      slowest = Math.max(slowest, quantile(times.get(name)!, 0.95))
    }
    await app.close()
  })
  console.log(`\nSlowest board: ${slowest.toFixed(0)} ms; goal ${goalMs} ms`)
  return slowest <= goalMs ? 0 : 1
}

/** Counts all days, and then one that changed, as the job does. */
async function countAll({ ctx, owner }: BenchDatabase): Promise<void> {
  const job = actingAs(ctx, { kind: 'job', name: 'insights' })
  const waiting = async () => (await owner.query('select 1 from insight_change limit 1')).rows.length > 0
  const whole = await secondsOf(async () => {
    while (await waiting()) await countChanges(job)
  })
  await owner.query('vacuum (analyze) insight_day')
  await owner.query(
    `insert into insight_change (project_id, metric, hour) values ($1, 'leads', $2::date + interval '12 hours')`,
    [project, lastDay],
  )
  const day = await secondsOf(() => countChanges(job))
  const { rows } = await owner.query<{ rows: string; size: string }>(
    `select count(*) as rows, pg_size_pretty(pg_total_relation_size('insight_day')) as size from insight_day`,
  )
  console.log(
    `all days counted in ${whole.toFixed(0)} s, one again in ${(day * 1000).toFixed(0)} ms; ` +
      `${Number(rows[0]!.rows).toLocaleString('en')} rows, ${rows[0]!.size}`,
  )
}

type Definition = ReturnType<typeof defaultBoards>[number]['tiles'][number]['definition']

function addressOf({ metric, groupBy, breakdown, compare }: Definition): string {
  const query = new URLSearchParams({ metric, groupBy, compare, from: dayAfter(lastDay, -364), to: lastDay })
  if (breakdown) query.set('breakdown', breakdown)
  return `/api/projects/${project}/insight-series?${query}`
}

function print(name: string, times: readonly number[]): void {
  const cells = [0.5, 0.95].map((q) => quantile(times, q).toFixed(0).padStart(7))
  console.log(name.padEnd(40) + cells.join(''))
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  return (await msOf(work)) / 1000
}

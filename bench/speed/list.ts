import { parseArgs } from 'node:util'
import { buildApp } from '#app/http.ts'
import { register } from '#features/accounts/server/register.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { quantile } from '../quantiles.ts'
import { type Leads, project, seedLeads } from './list-rows.ts'

const warmUps = 20

/** Typical views of a list. Each returns the parameters of a request. */
const kinds = {
  'Best to answer now': () => ({ sort: 'urgency:desc', state: 'new' }),
  'Highest chance': () => ({ sort: 'score:desc', state: 'new' }),
  Newest: () => ({ sort: 'postedAt:desc', state: 'new' }),
  'Saved, best to answer now': () => ({ sort: 'urgency:desc', saved: true }),
  'Saved, newest': () => ({ sort: 'postedAt:desc', saved: true }),
  Replied: () => ({ sort: 'urgency:desc', state: 'replied' }),
  'All, best to answer now': () => ({ sort: 'urgency:desc' }),
  'All, newest': () => ({ sort: 'postedAt:desc' }),
  'All, highest chance': () => ({ sort: 'score:desc' }),
  'All, added last': () => ({ sort: 'createdAt:desc' }),
} satisfies Record<string, () => View>

interface View {
  sort: string
  state?: string
  saved?: true
}

/**
 * Measures the opportunities page as the app requests it: 25 leads with their posts, in a project that owns half of all
 * rows, at several sizes of the table. Prints p50 and p95 in milliseconds, and how much slower the largest is (DESIGN
 * 9).
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { rows: { type: 'string', default: '1000000,5000000' }, requests: { type: 'string', default: '200' } },
  })
  const sizes = values.rows.split(',').map(Number)
  const requests = Number(values.requests)
  if (![...sizes, requests].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench list: --rows and --requests must be positive whole numbers\n')
    return 2
  }
  await withBenchDatabase(async (database) => {
    const { ctx } = database
    const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
    const { jwt, user } = await register(ctx, {
      email: 'bench@example.com',
      password: 'a long enough one',
      address: '',
    })
    const table = new Map<string, Figures[]>()
    const leads: Leads = { total: 0 }
    for (const size of sizes) {
      const seconds = await secondsOf(() => seedLeads(database.owner, user.id, leads, size))
      console.log(
        `${size.toLocaleString('en')} leads, database size ${await sizeOf(database)}, seeded in ${seconds.toFixed(0)} s`,
      )
      for (const [kind, view] of Object.entries(kinds)) {
        table.set(kind, [...(table.get(kind) ?? []), await measure(app, jwt, view(), requests)])
      }
    }
    await app.close()
    print(sizes, table)
  })
  return 0
}

/** The whole HTTP side of the product. */
type App = Awaited<ReturnType<typeof buildApp>>

interface Figures {
  p50: number
  p95: number
}

/** Walks through the pages of a view, and starts over at the end. */
async function measure(app: App, jwt: string, view: View, requests: number): Promise<Figures> {
  const times: number[] = []
  let cursor: string | null = null
  for (let turn = 0; turn < warmUps + requests; turn++) {
    const before = performance.now()
    const answer: { statusCode: number; body: string; json: <T>() => T } = await app.inject({
      url: `/api/opportunities?${queryOf(view, cursor)}`,
      headers: { authorization: `Bearer ${jwt}` },
    })
    const ms = performance.now() - before
    if (answer.statusCode !== 200) throw new Error(`GET /api/opportunities: ${answer.statusCode} ${answer.body}`)
    const { data, meta } = answer.json<{ data: object[]; meta: { pagination: { nextCursor: string | null } } }>()
    if (data.length === 0) throw new Error('no leads to measure')
    cursor = meta.pagination.nextCursor
    if (turn >= warmUps) times.push(ms)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

function queryOf({ sort, state, saved }: View, cursor: string | null): string {
  const query = new URLSearchParams({
    'filters[project][id][$eq]': project,
    'populate[0]': 'post',
    'pagination[pageSize]': '25',
    sort,
  })
  if (state) query.set('filters[state][$eq]', state)
  if (saved) query.set('filters[saved][$eq]', 'true')
  if (cursor !== null) query.set('pagination[cursor]', cursor)
  return query.toString()
}

function print(sizes: readonly number[], table: ReadonlyMap<string, Figures[]>): void {
  console.log('\nms per page'.padEnd(24) + sizes.map((size) => `${size / 1e6}M: p50   p95`.padStart(22)).join(''))
  for (const [kind, figures] of table) {
    const cells = figures.map(({ p50, p95 }) => `${p50.toFixed(1)} ${p95.toFixed(1).padStart(6)}`.padStart(22))
    const ratio = (figures.at(-1)?.p95 ?? 0) / (figures[0]?.p95 ?? 1)
    const compared = figures.length > 1 ? `   p95 ratio ${ratio.toFixed(2)}` : ''
    console.log(kind.padEnd(23) + cells.join('') + compared)
  }
}

async function sizeOf({ owner }: BenchDatabase): Promise<string> {
  const { rows } = await owner.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return rows[0]!.size
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

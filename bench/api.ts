import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { buildApp } from '@earshot/server/app'
import { register } from '@earshot/server/features/identity/register'
import autocannon from 'autocannon'
import { startBare } from './api-bare.ts'
import { withBenchDatabase } from './database.ts'
import { median } from './quantiles.ts'

const rows = 1000
const query = 'filters[status][$in][0]=done&filters[status][$in][1]=paid&sort=createdAt:desc&pagination[page]=1'
const connections = 20

interface Figures {
  requests: number
  p99: number
}

/**
 * What a call of the API costs (issue 5): the first request of SPEC 7 over 1,000 projects of one user, beside a bare
 * Fastify route that asks pg the same two questions and knows neither users nor projects' members. Both are loaded by
 * turns in one run; requests a second and p99 in milliseconds are medians of the rounds.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  if (![rounds, seconds].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench api: --rounds and --seconds take whole numbers\n')
    return 2
  }
  await withBenchDatabase(async ({ ctx, owner, url }) => {
    const account = { email: 'bench@example.com', password: 'a long enough one', address: '' }
    const { jwt, user } = await register(ctx, account)
    await owner.query(
      `with made as (
        insert into project (id, name, summary, status, created_at, updated_at)
        select uuidv7(), 'Project ' || n, 'What project ' || n || ' makes', (array['done', 'paid'])[1 + n % 2], at, at
        from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${rows}) n) as dated
        returning id, created_at)
      insert into member (project_id, id, user_id, role, created_at, updated_at)
      select id, uuidv7(), $1, 'owner', created_at, created_at from made`,
      [user.id],
    )
    await owner.query('vacuum analyze')
    const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const bare = await startBare(url)
    const port = (app.server.address() as AddressInfo).port
    const load = (of: number) => loaded(`http://127.0.0.1:${of}/api/projects?${encodeURI(query)}`, jwt, seconds)
    const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] }
    try {
      await load(port)
      await load(bare.port)
      for (let round = 0; round < rounds; round++) {
        figures.bare.push(await load(bare.port))
        figures.ours.push(await load(port))
      }
    } finally {
      await bare.close()
      await app.close()
    }
    print(figures)
  })
  return 0
}

async function loaded(url: string, jwt: string, duration: number): Promise<Figures> {
  const headers = { authorization: `Bearer ${jwt}` }
  // A thread of its own: what makes the load is not to share one with what bears it.
  const result = await autocannon({ url, headers, duration, connections, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers of ${url} were no rows`)
  return { requests: result.requests.average, p99: result.latency.p99 }
}

function print({ ours, bare }: { ours: Figures[]; bare: Figures[] }): void {
  const [our, their] = [ours, bare].map((figures) => ({
    requests: median(figures.map(({ requests }) => requests)),
    p99: median(figures.map(({ p99 }) => p99)),
  }))
  if (!our || !their) return
  console.log(`GET /api/projects?${query}\n${rows} rows, ${connections} connections\n`)
  for (const [name, { requests, p99 }] of [
    ['bare route', their],
    ['the API', our],
  ] as const) {
    console.log(`${name.padEnd(12)}${requests.toFixed(0).padStart(6)} requests a second   p99 ${p99.toFixed(0)} ms`)
  }
  console.log(`\nshare of the bare route: ${(our.requests / their.requests).toFixed(2)} (aim: 0.50)`)
}

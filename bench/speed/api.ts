import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import type pg from 'pg'
import { buildApp } from '#app/http.ts'
import { register } from '#features/accounts/server/register.ts'
import { ownedProjectsMax } from '#platform/server/tenancy/project-limit.ts'
import { withBenchDatabase } from '../database.ts'
import { median } from '../quantiles.ts'
import { startBare } from './api-bare.ts'

const rows = 1000
const status = (first: string, second: string) => `filters[status][$in][0]=${first}&filters[status][$in][1]=${second}`
const connections = 20

/** The lists to load: an owner's maximum of projects, a member's 1,000 projects, and the keywords of a project. */
const lists = [
  {
    name: `Owner of ${ownedProjectsMax} projects`,
    user: 'owner',
    path: () => `/api/projects?${status('done', 'paid')}&sort=createdAt:desc&pagination[page]=1`,
    bare: { table: 'project', statuses: ['done', 'paid'] },
  },
  {
    name: 'Member of 1,000 projects',
    user: 'agency',
    path: () => `/api/projects?${status('done', 'paid')}&sort=createdAt:desc&pagination[page]=1`,
    bare: { table: 'project', statuses: ['done', 'paid'] },
  },
  {
    name: 'Project with 1,000 keywords (its owner has 2 projects)',
    user: 'maker',
    path: () => `/api/keywords?${status('active', 'paused')}&sort=createdAt:desc&pagination[page]=1`,
    bare: { table: 'keyword', statuses: ['active', 'paused'] },
  },
] as const

interface Figures {
  requests: number
  p99: number
}

/**
 * Measures the cost of an API call: the first request of SPEC 7 over 50 and over 1,000 projects of one user, and the
 * same for keywords. Compares each with a bare Fastify route that runs the same two queries, without users or members.
 * Loads both in turns; requests per second and p99 in milliseconds are medians of the rounds. To compare with Strapi 5,
 * give it a collection `project` with the same fields and 1,000 entries, start it without its admin panel, and load the
 * same address and token with `npx autocannon -c 20 -d 4`.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '4' } },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  if (![rounds, seconds].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench api: --rounds and --seconds must be positive whole numbers\n')
    return 2
  }
  await withBenchDatabase(async ({ ctx, owner, url }) => {
    const users = {
      agency: await signUp(ctx, 'agency@example.com'),
      maker: await signUp(ctx, 'maker@example.com'),
      owner: await signUp(ctx, 'owner@example.com'),
    }
    await fill(owner, users.agency.id, users.maker.id, users.owner.id)
    const app = await buildApp(ctx, { webRoot: null, roles: ['web'], version: 'bench', trustProxy: false })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const bare = await startBare(url, lists)
    const { port } = app.server.address() as AddressInfo
    try {
      for (const { name, user, path } of lists) {
        const { jwt } = users[user]
        const load = (ofPort: number) => measureLoad(`http://127.0.0.1:${ofPort}${encodeURI(path())}`, jwt, seconds)
        const figures: { ours: Figures[]; bare: Figures[] } = { ours: [], bare: [] }
        await load(port)
        await load(bare.port)
        for (let round = 0; round < rounds; round++) {
          figures.bare.push(await load(bare.port))
          figures.ours.push(await load(port))
        }
        print(name, figures)
      }
      // Requests that are still running when the load ends must finish before the connections close.
      while (ctx.db.usage().used > 0) await pause(20)
    } finally {
      await bare.close()
      await app.close()
    }
  })
  return 0
}

async function signUp(ctx: Parameters<typeof register>[0], email: string): Promise<{ id: string; jwt: string }> {
  const { jwt, user } = await register(ctx, { email, password: 'a long enough one', address: '' })
  return { id: user.id, jwt }
}

/** Creates 1,000 projects of one user, two of another, the first with 1,000 keywords, and fifty of a third. */
async function fill(database: pg.Client, agency: string, maker: string, owner: string): Promise<void> {
  await database.query(
    `with created as (
      insert into project (id, name, summary, status, created_at, updated_at)
      select uuidv7(), 'Project ' || n, 'What project ' || n || ' makes', (array['done', 'paid'])[1 + n % 2], at, at
      from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${rows + 2 + ownedProjectsMax}) n) as dated
      returning id, name, split_part(name, ' ', 2)::int as n, created_at)
    insert into member (project_id, id, user_id, role, created_at, updated_at)
    select id, uuidv7(), case when n <= ${rows} then $1::uuid when n <= ${rows + 2} then $2::uuid else $3::uuid end,
      'owner', created_at, created_at from created`,
    [agency, maker, owner],
  )
  await database.query(
    `insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
    select (select min(project_id::text)::uuid from member where user_id = $1), uuidv7(), 'problem', 'word ' || n,
      (array['active', 'paused'])[1 + n % 2], at, at
    from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${rows}) n) as dated`,
    [maker],
  )
  await database.query('vacuum analyze')
}

async function measureLoad(url: string, jwt: string, duration: number): Promise<Figures> {
  const headers = { authorization: `Bearer ${jwt}` }
  // A separate thread, so that the load generator doesn't slow down the server.
  const result = await autocannon({ url, headers, duration, connections, workers: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses without status 2xx, ${result.errors} connection errors`)
  return { requests: result.requests.average, p99: result.latency.p99 }
}

function print(list: string, { ours, bare }: { ours: Figures[]; bare: Figures[] }): void {
  const middle = (figures: Figures[], of: keyof Figures) => median(figures.map((each) => each[of]))
  console.log(`${list}, ${connections} connections`)
  for (const [name, figures] of [
    ['bare route', bare],
    ['Earshot API', ours],
  ] as const) {
    const [requests, p99] = [middle(figures, 'requests').toFixed(0), middle(figures, 'p99').toFixed(0)]
    console.log(`  ${name.padEnd(12)}${requests.padStart(6)} requests/s   p99 ${p99} ms`)
  }
  const ratio = middle(ours, 'requests') / middle(bare, 'requests')
  console.log(`  ratio to the bare route: ${ratio.toFixed(2)} (target ≥ 0.30)\n`)
}

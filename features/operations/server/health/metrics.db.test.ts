import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appOf, jobTransaction, type Person, seedOpportunity, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { foldTallies } from './figures.ts'
import { openMeter } from './metrics.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let client: pg.Client

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { pulse: () => () => {} })
  ann = await signUp(app, 'ann@example.com')
  project = await setUpProject(app, ann)
  client = new pg.Client({ connectionString: world.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await app.close()
  await world.close()
})

beforeEach(() => world.clock.advance(2000))

async function scrape(): Promise<Map<string, number>> {
  const answer = await app.inject('/api/metrics')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('metrics report requests by route, the connection pool, the streams and the database', async () => {
  await app.inject({ url: `/api/projects/${project}?fields=name`, headers: ann.headers })
  await app.inject(`/api/nowhere/${project}`)
  await app.inject('/somewhere?token=hush')
  const metrics = await scrape()
  expect(metrics.get('earshot_http_requests_total{route="/api/projects/:id",method="GET",status="200"}')).toBe(1)
  expect(metrics.get('earshot_http_requests_total{route="none",method="GET",status="404"}')).toBe(1)
  expect([...metrics.keys()].join()).not.toMatch(new RegExp(`${project}|hush|somewhere`))
  expect(metrics.get('earshot_database_up')).toBe(1)
  expect(metrics.get('earshot_event_streams')).toBe(0)
  expect(metrics.get('earshot_database_connections{state="waiting"}')).toBe(0)
  expect(metrics.get(`earshot_build_info{version="1.2.3",node="${process.version}"}`)).toBe(1)
})

test('metrics count arrivals, matches and leads, even after older minutes are merged', async () => {
  const at = world.clock.now.toISOString()
  const ids = [world.ctx.id(), world.ctx.id(), world.ctx.id()]
  for (const [index, source] of ['rss', 'rss', 'import'].entries()) {
    await client.query(
      `insert into recent (arrived_on, id, source, item_count, post_ids, created_at) values ('infinity', $1, $2, 100, '{}', $3)`,
      [ids[index], source, at],
    )
  }
  await client.query(`update recent set position = 40 where id = $1`, [ids[0]])
  await client.query(`update recent set position = 100, finished_at = $2 where id = $1`, [ids[1], at])
  await client.query(`update recent set position = 100 where id = $1`, [ids[1]])
  await seedOpportunity(world.ctx, project)
  await seedOpportunity(world.ctx, project)
  const expected = {
    'earshot_items_arrived_total{source="rss"}': 200,
    'earshot_items_arrived_total{source="import"}': 100,
    'earshot_items_matched_total{source="rss"}': 100,
    earshot_leads_total: 2,
    earshot_backlog_batches: 2,
    earshot_backlog_items: 160,
  }
  world.clock.advance(30_000)
  const metrics = await scrape()
  expect(Object.fromEntries(metrics)).toMatchObject(expected)
  expect(metrics.get('earshot_backlog_age_seconds')).toBe(30)
  for (const _fold of ['today', 'the day after', 'and again']) {
    world.clock.advance(25 * 3_600_000)
    await jobTransaction(world.ctx, (tx) => foldTallies(tx, world.clock.now))
    expect(Object.fromEntries(await scrape())).toMatchObject(expected)
  }
  const { rows } = await client.query(`select minute::text, name, source from tally order by name, source`)
  expect(rows).toEqual([
    { minute: '-infinity', name: 'arrived', source: 'import' },
    { minute: '-infinity', name: 'arrived', source: 'rss' },
    { minute: '-infinity', name: 'leads', source: '' },
    { minute: '-infinity', name: 'matched', source: 'rss' },
  ])
})

test('the Grafana dashboard asks only for metrics that are served', async () => {
  const dashboard = readFileSync(new URL('../../../../deploy/grafana.json', import.meta.url), 'utf8')
  const asked = new Set(dashboard.match(/\b(earshot|process|nodejs)_\w+/g))
  // The app of this test has no metrics of the process.
  const served = [(await app.inject('/api/metrics')).body, await openMeter('1.2.3', true).registry.metrics()].join('\n')
  const names = [...served.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )
  expect(asked.size).toBeGreaterThan(15)
  expect([...asked].filter((name) => !names.includes(name))).toEqual([])
})

test('metrics query the database at most once a second', async () => {
  await scrape()
  await client.query(`insert into source_health (source, updated_at) values ('rss', now())`)
  expect((await scrape()).has('earshot_source_failing{source="rss"}')).toBe(false)
  world.clock.advance(1000)
  expect((await scrape()).has('earshot_source_failing{source="rss"}')).toBe(true)
})

test('metrics are served without a database, and report that it is down', async () => {
  await client.query('alter table tally rename to away')
  const metrics = await scrape()
  expect(metrics.get('earshot_database_up')).toBe(0)
  expect(metrics.has('earshot_backlog_items')).toBe(false)
  await client.query('alter table away rename to tally')
  expect((await scrape()).get('earshot_database_up')).toBe(1)
})

test.each([
  ['from a public address', { remoteAddress: '8.8.8.8' }],
  ['through a proxy that sends X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a proxy that sends Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['through a proxy that sends X-Real-IP', { headers: { 'x-real-ip': '8.8.8.8' } }],
  ['through a proxy that sends Via', { headers: { via: '1.1 cache' } }],
  ['through a proxy that sends X-Forwarded-Proto', { headers: { 'x-forwarded-proto': 'https' } }],
])('a request %s gets 404', async (_how, request) => {
  const answer = await app.inject({ url: '/api/metrics', ...request })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().error.name).toBe('NotFoundError')
})

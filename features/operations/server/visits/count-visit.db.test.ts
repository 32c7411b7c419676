import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { printVisits } from '#app/cli/visits.ts'
import { runUpkeep } from '#app/server.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { appOf, jobTransaction } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { lastDays, readVisits } from './counts.ts'

let world: World
/** An app behind a trusted proxy, so that visitors can come from many networks. */
let app: FastifyInstance
const root = mkdtempSync(join(tmpdir(), 'pages-'))

beforeAll(async () => {
  world = await testWorld()
  mkdirSync(join(root, 'site'))
  const html = { file: 'site/page.html', type: 'text/html; charset=utf-8' }
  const manifest = { documents: { '/': html, '/blog': html }, error: html.file, scripts: [] }
  for (const file of [html.file, 'app.html']) writeFileSync(join(root, file), '<!doctype html>a page')
  writeFileSync(join(root, 'site.json'), JSON.stringify(manifest))
  app = await appOf(world.ctx, { webRoot: root, trustProxy: true })
})

afterEach(async () => {
  for (const table of ['visit_count', 'visit_day', 'visit_salt', 'visitor'])
    await ask(world.url, `delete from ${table}`)
  // A new minute resets the limits.
  world.clock.advance(60_000)
})

afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(root, { recursive: true })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const event = { n: 'pageview', u: 'http://localhost:3000/blog', d: 'localhost', w: 1440 }

interface Sender {
  from?: string
  agent?: string
  headers?: Record<string, string>
}

function sendEvent(sent: unknown, { from = '192.0.2.1', agent = firefox, headers = {} }: Sender = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/event',
    headers: { 'content-type': 'text/plain', 'x-forwarded-for': from, 'user-agent': agent, ...headers },
    payload: typeof sent === 'string' ? sent : JSON.stringify(sent),
  })
}

const visits = (days = 1) => jobTransaction(world.ctx, (tx) => readVisits(tx, lastDays(world.ctx, days)))
const today = '2026-11-20'

describe('a page event', () => {
  test('is counted with its page, its referrer and its visitor', async () => {
    const answer = await sendEvent({ ...event, r: 'https://www.reddit.com/r/saas' })
    expect([answer.statusCode, answer.body]).toEqual([202, 'ok'])
    await sendEvent({ ...event, u: 'http://localhost:3000/app/opportunities?project=1' })
    await sendEvent(event, { from: '192.0.2.2' })
    await sendEvent({ ...event, n: 'Guide' })
    expect(await visits()).toEqual({
      days: [{ day: today, visitors: 2, views: 3 }],
      pages: [
        { what: '/blog', count: 2 },
        { what: '/app/opportunities', count: 1 },
      ],
      referrers: [{ what: 'reddit.com', count: 1 }],
      events: [{ what: 'Guide', count: 1 }],
    })
  })

  test('is counted if it is declared as JSON', async () => {
    const answer = await sendEvent(event, { headers: { 'content-type': 'application/json' } })
    expect([answer.statusCode, (await visits()).days]).toEqual([202, [{ day: today, visitors: 1, views: 1 }]])
  })

  test('stores no personal data: no address, no browser and no query', async () => {
    await sendEvent({ ...event, u: 'http://localhost:3000/blog?email=mara@pipewell.example', p: { who: 'mara' } })
    for (const table of ['visit_count', 'visit_day', 'visitor', 'throttle']) {
      const rows = JSON.stringify(await ask(world.url, `select to_jsonb(t)::text as row from ${table} t`))
      expect(rows).not.toMatch(/192\.0|Firefox|mara/)
    }
  })

  test('with a path that is no page is counted without the path', async () => {
    await sendEvent({ ...event, u: 'http://localhost:3000/mara@pipewell.example' })
    expect((await visits()).pages).toEqual([{ what: '(other)', count: 1 }])
  })

  test('from a bot is not counted', async () => {
    expect((await sendEvent(event, { agent: 'curl/8.5.0' })).statusCode).toBe(202)
    expect((await visits()).days).toEqual([])
  })

  test.each<[string, unknown, Sender]>([
    ['invalid JSON', 'pageview', {}],
    ['an empty body', '', {}],
    ['an invalid name', { ...event, n: '<b>' }, {}],
    ['a name over the length limit', { ...event, n: 'a'.repeat(41) }, {}],
    ['another domain', { ...event, d: 'other.example' }, {}],
    ['a page of another site', { ...event, u: 'https://other.example/' }, {}],
    ['too many properties', { ...event, p: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, i])) }, {}],
  ])('with %s is refused', async (_, sent, sender) => {
    expect((await sendEvent(sent, sender)).statusCode).toBe(400)
    expect((await visits()).days).toEqual([])
  })

  test.each<[string, unknown, Record<string, string>, number]>([
    ['from another site', event, { origin: 'https://other.example' }, 403],
    ['as a form', 'n=pageview', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['of more than 8 kB', 'x'.repeat(9000), {}, 413],
  ])('%s is refused', async (_, sent, headers, status) => {
    expect((await sendEvent(sent, { headers })).statusCode).toBe(status)
  })
})

describe('a flood', () => {
  test('from one network is stopped for the rest of the minute, without affecting others', async () => {
    const statuses = []
    for (let sent = 0; sent < 121; sent++) statuses.push((await sendEvent({ ...event, n: 'x' })).statusCode)
    expect(statuses.filter((status) => status === 202).length).toBe(120)
    expect(statuses.at(-1)).toBe(429)
    expect((await sendEvent(event, { from: '192.0.2.2' })).statusCode).toBe(202)
    world.clock.advance(60_000)
    expect((await sendEvent(event)).statusCode).toBe(202)
  })

  test('of names and hosts adds only one row per day', async () => {
    await ask(
      world.url,
      `insert into visit_count select $1::date, 'pageview', '/', 'host' || i || '.example', 1 from generate_series(1, 5000) i`,
      [today],
    )
    for (const n of ['a', 'b']) await sendEvent({ ...event, n })
    expect((await visits()).events).toEqual([{ what: '(other)', count: 2 }])
    // Existing rows continue to count.
    await sendEvent({ ...event, u: 'http://localhost:3000/', r: 'https://host7.example/' })
    expect((await visits()).referrers[0]).toEqual({ what: 'host7.example', count: 2 })
  })

  test('of visitors is counted up to a limit', async () => {
    await ask(world.url, 'insert into visit_day values ($1, 200000)', [today])
    await sendEvent(event)
    expect(await ask(world.url, 'select visitors from visit_day')).toEqual([{ visitors: 200_000 }])
    expect(await ask(world.url, 'select from visitor')).toEqual([])
  })
})

describe('concurrent events', () => {
  test('of the same visitor count one visitor and every view', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => sendEvent(event, { from: `192.0.2.${at % 3}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 202))
    expect((await visits()).days).toEqual([{ day: today, visitors: 3, views: 12 }])
  })
})

describe('after a day', () => {
  test('the data that distinguishes visitors is deleted; the counts are kept for two years', async () => {
    await sendEvent(event)
    const salts = await ask(world.url, 'select salt from visit_salt')
    world.clock.advance(24 * 3_600_000)
    await sendEvent(event)
    expect((await ask(world.url, 'select salt from visit_salt')).length).toBe(2)
    await runUpkeep(asJob(world.ctx))
    expect(await ask(world.url, 'select salt from visit_salt')).not.toEqual(salts)
    expect(await ask(world.url, 'select day::text from visitor')).toEqual([{ day: '2026-11-21' }])
    expect((await visits(2)).days.map(({ visitors }) => visitors)).toEqual([1, 1])
    world.clock.advance(2 * 365 * 24 * 3_600_000)
    await runUpkeep(asJob(world.ctx))
    expect(await ask(world.url, 'select day::text from visit_count')).toEqual([{ day: '2026-11-21' }])
    expect(await ask(world.url, 'select day::text from visit_day')).toEqual([{ day: '2026-11-21' }])
  })
})

test('the operator sees days, pages, hosts and events', async () => {
  const lines: string[] = []
  const print = () => printVisits(world.ctx, 1, (line) => void lines.push(line))
  await print()
  expect(lines.splice(0)).toEqual(['No visits yet'])
  await sendEvent({ ...event, r: 'https://www.reddit.com/r/saas' })
  await sendEvent({ ...event, n: 'Guide' }, { from: '192.0.2.2' })
  await print()
  expect(lines.join('\n')).toMatch(
    /^day .*\n\S+ +2 +1\n\npages\n +1 {2}\/blog\n\nreferrers\n +1 {2}reddit\.com\n\nevents\n +1 {2}Guide$/,
  )
})

test('without an event URL, pages send no events', async () => {
  const silent = await appOf({ ...world.ctx, outside: { ...world.ctx.outside, eventUrl: null } })
  expect((await silent.inject('/api/config')).json().eventUrl).toBeNull()
  expect((await app.inject('/api/config')).json().eventUrl).toBe('/api/event')
  await silent.close()
})

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { asJob, chatter, importRecords, record } from '#tests/support/leads.ts'
import { addMember, call, create, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'
import { maintainArrivals } from '../upkeep.ts'

const dayMs = 24 * 3_600_000

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  project = await setUpProject(app, ann, { name: 'Ledgerly', summary: 'A CRM for agencies', keywords: ['follow-ups'] })
})

afterAll(() => world.close())

const preview = async (data: object, person = ann, id = project) => {
  const answer = await call(app, person, 'POST', `projects/${id}/keyword-previews`, data)
  return { status: answer.statusCode, error: answer.json().error, ...answer.json().data }
}

const today = async (data: object) => (await preview(data)).days.at(-1)

test('without stored posts, no day is covered and there is no estimate', async () => {
  const found = await preview({ query: 'crm' })
  expect(found).toMatchObject({ status: 200, read: 0, total: 0, covered: 0, perDay: 0, found: 0, samples: [] })
  expect(found.days).toHaveLength(30)
  expect(found.days.at(-1)).toEqual({ day: '2026-11-20', hits: 0, read: 0 })
})

test('hits are counted by day, and days without posts are not covered', async () => {
  const now = world.clock.now.getTime()
  const at = (id: string, days: number, body: string) =>
    record(id, { title: `Question ${id}`, body, postedAt: now - days * dayMs })
  await ingest(world.ctx, 'reddit-api', [
    at('a1', 0, 'Which crm do you use for clients? We lose track of follow-ups all the time.'),
    at('a2', 0, 'Is there a simple crm that a small studio can afford?'),
    at('a3', 2, 'We moved our crm to paper and it went badly.'),
    at('a4', 100, 'Long ago we had no crm at all, and it was fine.'),
    chatter('a5'),
  ])
  const found = await preview({ query: 'crm' })
  expect(found).toMatchObject({ read: 5, total: 5, found: 4, older: 1, alone: 3 })
  expect(found.overlap).toEqual([{ kind: 'keyword', phrase: 'follow-ups', hits: 1 }])
  expect(found.days.at(-1)).toMatchObject({ hits: 2, read: 3 })
  expect(found.days.at(-2)).toMatchObject({ hits: 0, read: 0 })
  expect(found.days.at(-3)).toMatchObject({ hits: 1, read: 1 })
  expect(found.perDay).toBeCloseTo(3 / found.covered)
  expect(found.subreddits).toEqual([{ name: 'agency', hits: 4 }])
  expect(found.samples.length).toBeGreaterThan(0)
  const marked = found.samples.flatMap(({ snippet }: { snippet: { text: string; marks: [number, number][] } }) =>
    snippet.marks.map(([start, end]) => snippet.text.slice(start, end).toLowerCase()),
  )
  expect(marked).toContain('crm')
})

test('limits and operators apply as they do once saved', async () => {
  expect(await today({ query: 'crm AND studio' })).toMatchObject({ hits: 1 })
  expect(await today({ query: 'crm', subredditsOut: ['Agency'] })).toMatchObject({ hits: 0, read: 3 })
  expect(await today({ query: 'crm', subredditsIn: ['agency'] })).toMatchObject({ hits: 2 })
  expect(await today({ query: 'crm', minScore: 1_000_000 })).toMatchObject({ hits: 0 })
})

test('a keyword does not overlap with the one it replaces', async () => {
  const { id } = await create(app, ann, 'keywords', { project, query: 'simple crm' })
  expect((await preview({ query: 'crm' })).overlap).toContainEqual({ kind: 'keyword', phrase: 'simple crm', hits: 1 })
  const instead = await preview({ query: 'crm', insteadOf: id })
  expect(instead.overlap).toEqual([{ kind: 'keyword', phrase: 'follow-ups', hits: 1 }])
})

test("posts that another project imported are not read, and the project's own are", async () => {
  const bobs = await setUpProject(app, bob)
  await importRecords(world.ctx, [record('own1', { title: 'Levain at home', body: 'My levain died.' })], bobs)
  expect((await preview({ query: 'levain' })).found).toBe(0)
  expect((await preview({ query: 'levain' }, bob, bobs)).found).toBe(1)
})

test('of a large store, a sample is read and the total estimated', async () => {
  for (let batch = 0; batch < 20; batch++) {
    world.clock.advance(1000)
    await ingest(
      world.ctx,
      'reddit-api',
      Array.from({ length: 100 }, (_, each) =>
        each % 10 === 0
          ? record(`p${batch}x${each}`, {
              title: 'Pottery',
              body: `Kiln number ${batch * 100 + each} cracked.`,
              postedAt: world.clock.now.getTime(),
            })
          : chatter(`c${batch}x${each}`),
      ),
    )
  }
  const found = await preview({ query: 'kiln' })
  expect(found.total).toBe(2005)
  expect(found.read).toBeLessThan(1000)
  expect(found.days.at(-1).hits).toBeGreaterThan(150)
  expect(found.days.at(-1).hits).toBeLessThan(250)
  expect(found.judged).toBeLessThanOrEqual(200)
})

describe('a large archive', () => {
  let own: Awaited<ReturnType<typeof testApp<'dora'>>>
  let doras: string
  const found = async (query: string) => {
    const answer = await call(own.app, own.dora, 'POST', `projects/${doras}/keyword-previews`, { query })
    return answer.json().data
  }

  beforeAll(async () => {
    own = await testApp('dora')
    doras = await setUpProject(own.app, own.dora, { name: 'Ledgerly', summary: '', keywords: ['ledger'] })
    const old = (id: string, body: string) => record(id, { title: 'Studio', body, postedAt: Date.UTC(2019, 4, 1) })
    for (let batch = 0; batch < 12; batch++) {
      const items = Array.from({ length: 100 }, (_, each) => old(`x${batch}x${each}`, `Cup ${batch * 100 + each}.`))
      if (batch === 3) items.push(old('kiln', 'Our kiln cracked.'), old('time', 'A time-tracking tool for potters?'))
      if (batch === 9) {
        items.push(record('new', { title: 'Kiln', body: 'The kilns are hot.', postedAt: Date.UTC(2026, 10, 19) }))
        items.push(record('undated', { title: 'Glaze', body: 'A glaze recipe.', postedAt: null }))
      }
      await importRecords(own.world.ctx, items)
    }
  })
  afterAll(() => own.world.close())

  test('is searched as a whole, and its matches count on the days of their posts', async () => {
    const { read, total, older, covered, perDay, days } = await found('kiln')
    expect({ read, total, found: (await found('kiln')).found }).toEqual({ read: 1204, total: 1204, found: 2 })
    expect({ older, covered, perDay }).toEqual({ older: 1, covered: 1, perDay: 1 })
    expect(days.at(-2)).toEqual({ day: '2026-11-19', hits: 1, read: 1 })
  })

  test.each([
    ['time tracking', 1],
    ['kiln AND cracked', 1],
    ['kiln NOT cracked', 1],
    ['kiln OR glaze', 3],
    ['kilnn', 0],
  ])('is searched for "%s" as the matcher does: %d', async (query, hits) => {
    expect((await found(query)).found).toBe(hits)
    await create(own.app, own.dora, 'keywords', { project: doras, query })
    await own.world.drain()
    const { rows } = await jobTransaction(own.world.ctx, (tx) =>
      tx.execute(sql`
        select from candidate where project_id = ${doras}
          and exists (select from jsonb_array_elements(hits) h where h->>'phrase' = ${query})`),
    )
    expect(rows).toHaveLength(hits)
  })

  test('counts matches without a date as older', async () => {
    expect(await found('glaze')).toMatchObject({ found: 1, older: 1, perDay: 0 })
  })
})

test('days too old for backfills are estimated from their samples, which are kept for 30 days', async () => {
  const own = await testApp('cleo')
  try {
    const cleos = await setUpProject(own.app, own.cleo, {
      name: 'Ledgerly',
      summary: 'A CRM',
      keywords: ['follow-ups'],
    })
    const postedAt = own.world.clock.now.getTime()
    for (let batch = 0; batch < 20; batch++) {
      const items = Array.from({ length: 100 }, (_, each) =>
        each % 10 === 0
          ? record(`o${batch}x${each}`, { title: 'Pottery', body: `Kiln ${batch * 100 + each} cracked.`, postedAt })
          : record(`c${batch}x${each}`, { title: 'Tea', body: `Cup ${batch * 100 + each}.`, postedAt }),
      )
      await ingest(own.world.ctx, 'reddit-api', items)
    }
    await own.world.drain()
    const ofKilns = async () => {
      const answer = await call(own.app, own.cleo, 'POST', `projects/${cleos}/keyword-previews`, { query: 'kiln' })
      return answer.json().data
    }
    own.world.clock.advance(20 * dayMs)
    await maintainArrivals(asJob(own.world.ctx))
    await ingest(own.world.ctx, 'reddit-api', [record('new', { postedAt: own.world.clock.now.getTime() })])
    const found = await ofKilns()
    expect(found).toMatchObject({ total: 2001, read: 401, covered: 2, older: 0, found: 40, perDay: 100 })
    expect(found.days.at(-21)).toEqual({ day: '2026-11-20', hits: 200, read: 400 })
    expect(found.days.at(-1)).toMatchObject({ hits: 0, read: 1 })
    expect(found.samples.length).toBeGreaterThan(0)
  } finally {
    await own.world.close()
  }
})

test('other users and clients see nothing, and an invalid query is refused with a suggestion', async () => {
  const carl = await signUp(app, 'carl@example.com')
  expect((await preview({ query: 'crm' }, carl)).status).toBe(404)
  await addMember(world.ctx, project, carl, 'client')
  expect((await preview({ query: 'crm' }, carl)).status).toBe(403)
  const { status, error } = await preview({ query: 'crm AND (' })
  expect({ status, name: error.name }).toEqual({ status: 400, name: 'ValidationError' })
  expect(error.message).toContain('Try: ')
  for (const bad of [{}, { query: '' }, { query: 'crm', language: 'tlh' }, { query: 'crm', minScore: -1 }]) {
    expect((await preview(bad)).status).toBe(400)
  }
})

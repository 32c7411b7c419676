import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { deliverTo, importRecords, record } from '#tests/support/leads.ts'
import { call, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { KeywordHealth } from '../../contract.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  project = await setUpProject(app, ann, {
    name: 'Ledgerly',
    summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
    keywords: ['crm', 'client follow-ups', 'never found'],
    competitors: ['Pipewise'],
  })
  await deliverTo(world, [...weddings(4), ...agencies(3)])
  for (const { id, title } of await leads()) {
    const isWedding = title.includes('wedding')
    const done = await call(
      app,
      ann,
      'PUT',
      `opportunities/${id}/${isWedding ? 'rejection' : 'reply'}`,
      isWedding ? { reason: 'wrongPerson' } : {},
    )
    expect(done.statusCode).toBe(200)
  }
})

afterAll(() => world.close())

function weddings(count: number) {
  return Array.from({ length: count }, (_, n) =>
    record(`w${n}`, {
      subreddit: 'weddings',
      title: `Looking for a CRM for my wedding photography (${n}), what do you recommend?`,
      body: 'Brides and venues. My clients and the sales pipeline live in a spreadsheet. Happy to pay for a simple CRM.',
    }),
  )
}

function agencies(count: number) {
  return Array.from({ length: count }, (_, n) =>
    record(`a${n}`, {
      title: `Moving from Trackly: which CRM for client follow-ups do you recommend? (${n})`,
      body: 'Our marketing agency sends customer newsletters by hand. Happy to pay for a simple CRM with a sales pipeline.',
    }),
  )
}

async function leads(): Promise<{ id: string; title: string }[]> {
  const { rows } = await jobTransaction(world.ctx, (tx) =>
    tx.execute<{ id: string; title: string }>(sql`
      select o.id, p.title from opportunity o join post p on p.id = o.post_id where o.project_id = ${project}`),
  )
  return rows
}

const read = (id = project, person = ann) => call(app, person, 'GET', `projects/${id}/keyword-health`)
const health = async (): Promise<KeywordHealth> => KeywordHealth.parse((await read()).json().data)

describe('access to keyword health', () => {
  test.each<[string, () => Promise<{ statusCode: number }>, number]>([
    ['is allowed for a member', () => read(), 200],
    ['requires a session', () => app.inject({ url: `/api/projects/${project}/keyword-health` }), 403],
    ['is not found for a member of another project', () => read(project, bob), 404],
    ['is not found for an unknown project', () => read('018f0000-0000-7000-8000-000000000000'), 404],
    ['is not found for an invalid ID', () => read('everything'), 404],
    ['takes no query parameters', () => call(app, ann, 'GET', `projects/${project}/keyword-health?days=3`), 400],
  ])('%s', async (_name, ask, status) => {
    expect((await ask()).statusCode).toBe(status)
  })
})

test('returns the statistics of each phrase with matches', async () => {
  const { phrases, decided, from, since, until } = await health()
  expect(decided).toBe(7)
  expect({ from, since, until }).toEqual({
    from: 'live',
    since: '2026-11-20T09:00:00.000Z',
    until: world.clock.now.toISOString(),
  })
  expect(phrases.map(({ days: _days, ...rest }) => rest)).toEqual([
    {
      kind: 'keyword',
      phrase: 'crm',
      hits: 7,
      perDay: 7,
      leads: 7,
      accepted: 3,
      rejected: 4,
      alone: 4,
      within: null,
      exclusions: [{ word: expect.stringMatching(/bride|photography|venue|wedding/), rejected: 4, accepted: 0 }],
    },
    {
      kind: 'keyword',
      phrase: 'client follow-ups',
      hits: 3,
      perDay: 3,
      leads: 3,
      accepted: 3,
      rejected: 0,
      alone: 0,
      within: null,
      exclusions: [],
    },
  ])
  expect(phrases[0]!.days).toHaveLength(30)
  expect(phrases[0]!.days.at(-1)).toBe(7)
})

test('suggests entries found in accepted leads', async () => {
  const { competitors, communities } = (await health()).proposals
  expect(competitors).toEqual([{ text: 'Trackly', accepted: 3, rejected: 0 }])
  expect(communities).toEqual([{ text: 'agency', accepted: 3, rejected: 0 }])
})

test('ignores matches older than the days covered', async () => {
  const age = (days: number) =>
    jobTransaction(world.ctx, (tx) =>
      tx.execute(sql`update post set posted_at = posted_at - make_interval(days => ${days})`),
    )
  await age(10)
  const later = await health()
  expect(later.phrases[0]).toMatchObject({ hits: 7, perDay: 7 / 10.125 })
  expect(later.phrases[0]!.days.slice(-11)).toEqual([7, ...new Array(10).fill(0)])
  await age(21)
  expect(await health()).toMatchObject({ phrases: [], since: null, decided: 7 })
})

test('returns empty statistics for a project without matches', async () => {
  const empty = await setUpProject(app, bob)
  expect((await read(empty, bob)).json().data).toEqual({
    from: null,
    since: null,
    until: null,
    decided: 0,
    phrases: [],
    tooCommon: [],
    proposals: { keywords: [], competitors: [], communities: [] },
  })
})

describe('an archive that spans years', () => {
  const years = (id: string, year: number) => record(id, { postedAt: Date.UTC(year, 10, 20), title: `CRM in ${year}?` })
  let imported: string
  const rates = async () => {
    const { from, since, until, phrases } = KeywordHealth.parse((await read(imported, bob)).json().data)
    const rows = (await call(app, bob, 'GET', `keywords?filters[project][id]=${imported}`)).json().data
    const row = rows.find(({ query }: { query: string }) => query === 'crm')
    const perDay = phrases.find(({ phrase }) => phrase === 'crm')?.perDay
    return { from, since, until, perDay, listed: row.hitsPerDay, listedFrom: row.hitsFrom, lastHitAt: row.lastHitAt }
  }

  beforeAll(async () => {
    imported = await setUpProject(app, bob, { name: 'Archivist', summary: '', keywords: ['crm'], competitors: [] })
    await importRecords(world.ctx, [years('y16', 2016), years('y20', 2020), years('y26', 2026)], imported)
    await importRecords(world.ctx, [record('y0', { title: 'Any CRM?', body: '', postedAt: null })], imported)
    await world.drain()
  })

  test('is averaged over the dates of its posts, not over the time since the import', async () => {
    const days = (Date.UTC(2026, 10, 20) - Date.UTC(2016, 10, 20)) / 86_400_000
    expect(await rates()).toEqual({
      from: 'imported',
      since: '2016-11-20T00:00:00.000Z',
      until: '2026-11-20T00:00:00.000Z',
      perDay: 4 / days,
      listed: 4 / days,
      listedFrom: 'imported',
      lastHitAt: '2026-11-20T00:00:00.000Z',
    })
  })

  test('is left out as soon as posts arrive live', async () => {
    await deliverTo(world, [record('live1', { title: 'Which CRM?', postedAt: world.clock.now.getTime() - 86_400_000 })])
    expect(await rates()).toMatchObject({ from: 'live', perDay: 1, listed: 1, listedFrom: 'live' })
  })
})

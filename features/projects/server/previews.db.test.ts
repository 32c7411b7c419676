import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ingest } from '#features/matching/server/ingest.ts'
import { testApp } from '#tests/support/app.ts'
import { chatter, importRecords, record } from '#tests/support/leads.ts'
import { call, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

const crm = {
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  competitors: [],
}

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})

afterAll(() => world.close())

const noHits = crm.keywords.map((phrase) => ({ kind: 'keyword', phrase, hits: 0, tooCommon: false }))

const preview = async (person: Person, data: object = crm) => {
  const answer = await call(app, person, 'POST', 'previews', data)
  return { status: answer.statusCode, ...answer.json().data }
}

test('a preview scans nothing if no posts are stored', async () => {
  expect(await preview(ann)).toEqual({ status: 200, read: 0, total: 0, found: 0, close: 0, examples: [], hits: noHits })
})

test("posts of a project's own import are in no preview, not even in the project's own", async () => {
  const project = await setUpProject(app, bob, { name: 'Ledgerly', ...crm })
  await importRecords(world.ctx, [record('own1')], project)
  await world.drain()
  expect(await preview(ann)).toMatchObject({ read: 0, found: 0 })
  expect(await preview(bob)).toMatchObject({ read: 0, found: 0 })
})

test('frequent previews are rate-limited per user', async () => {
  let status = 0
  for (let each = 0; each < 121 && status !== 429; each++) ({ status } = await preview(bob, {}))
  expect(status).toBe(429)
  expect((await preview(ann, {})).status).toBe(200)
})

test('shared posts are scanned, whether any project tracks their topic or not', async () => {
  await importRecords(world.ctx, [record('shared1'), chatter('shared2'), chatter('shared3')])
  const found = await preview(ann)
  expect(found).toMatchObject({ read: 3, total: 3, found: 1 })
  const [example] = found.examples
  expect(example).toMatchObject({
    isLead: true,
    score: expect.toSatisfy((score) => score > 0 && score <= 100),
    reason: expect.stringMatching(/\w/),
    kind: 'post',
    subreddit: 'agency',
    title: record('x').title,
    permalink: '/r/agency/comments/shared1/',
    postedAt: '2026-11-20T09:00:00.000Z',
  })
  const [start, end] = example.titleMarks[0]
  expect(example.title.slice(start, end)).toMatch(/\w/)
  expect(example.snippet.text).toContain('spreadsheet')
  expect(example.snippet.marks.length).toBeGreaterThan(0)
  expect(Object.keys(example).toSorted()).toEqual(
    [
      'isLead',
      'kind',
      'permalink',
      'postedAt',
      'reason',
      'score',
      'snippet',
      'subreddit',
      'title',
      'titleMarks',
    ].toSorted(),
  )
  expect(await preview(ann, { ...crm, summary: 'Bread', keywords: ['sourdough starter'] })).toMatchObject({
    read: 3,
    found: 0,
  })
})

test('the posts with each keyword and competitor are counted, proposed ones too, without changing what is found', async () => {
  const proposed = { keywords: ['spreadsheet', 'help'], competitors: ['Pipewise'] }
  const { found, hits } = await preview(ann, { ...crm, proposed })
  expect(found).toBe(1)
  const counted = Object.fromEntries(hits.map(({ phrase, ...rest }: { phrase: string }) => [phrase, rest]))
  expect(counted).toMatchObject({
    crm: { kind: 'keyword', hits: 1, tooCommon: false },
    spreadsheet: { kind: 'keyword', hits: 1 },
    help: { tooCommon: true },
    Pipewise: { kind: 'competitor', hits: 0 },
  })
})

test('audience and pains find posts as the summary does', async () => {
  const { summary } = crm
  const words = { audience: [summary], keywords: [] }
  expect(await preview(ann, words)).toMatchObject({ found: 1 })
})

test('posts from a live source are counted too, once each', async () => {
  await ingest(world.ctx, 'reddit-api', [record('live1'), record('live1'), record('shared1')])
  const { read, found, examples } = await preview(ann)
  expect({ read, found }).toEqual({ read: 4, found: 2 })
  expect(examples.map(({ permalink }: { permalink: string }) => permalink).toSorted()).toEqual([
    '/r/agency/comments/live1/',
    '/r/agency/comments/shared1/',
  ])
})

test('posts that are on topic but no leads are listed separately, after the leads', async () => {
  const title = 'Our CRM for agencies is out: client follow-ups and a sales pipeline in one place'
  await importRecords(world.ctx, [
    record('ad1', { title, body: 'We launched our CRM today. Sign up with the code LAUNCH.' }),
  ])
  const { found, close, examples } = await preview(ann)
  expect({ found, close }).toEqual({ found: 2, close: 1 })
  expect(examples.map(({ isLead }: { isLead: boolean }) => isLead)).toEqual([true, true, false])
})

test('of a large archive, an even share is scanned, and the answer says of how many', async () => {
  for (let batch = 0; batch < 10; batch++) {
    // The leads are in one community, so in one part of the archive.
    const items = Array.from({ length: 400 }, (_, i) =>
      batch === 2
        ? record(`old${i}`, { title: `Which CRM for ${i} clients do you recommend?` })
        : chatter(`c${batch}x${i}`),
    )
    await importRecords(world.ctx, items)
  }
  const { read, total, found, examples } = await preview(ann)
  expect(read).toBeGreaterThan(1000)
  expect(read).toBeLessThanOrEqual(2000)
  expect(total).toBeGreaterThan(4000)
  expect(found / read).toBeCloseTo(400 / 4000, 1)
  expect(examples).toHaveLength(5)
})

test.each([
  ['keywords that are not a list', { keywords: 'crm' }],
  ['a summary that is not text', { summary: 7 }],
  ['a name', { name: 'Ledgerly' }],
  ['too many keywords', { keywords: Array.from({ length: 201 }, (_, i) => `k${i}`) }],
])('a preview with %s is refused', async (_, data) => {
  expect((await preview(ann, data)).status).toBe(400)
})

test('an empty preview finds nothing', async () => {
  expect(await preview(ann, {})).toMatchObject({ found: 0, examples: [] })
})

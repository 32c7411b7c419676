import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { post } from '#features/posts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import { asJob, chatter, outcome, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from './ingest.ts'
import { recent } from './tables.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

const read = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(ctx, work)
const posts = () => read((tx) => tx.select().from(post).orderBy(post.outsideId))
const batches = () => read((tx) => tx.select().from(recent).orderBy(recent.id))

const queued = async () => {
  const { rows } = await read((tx) =>
    tx.execute<{ data: unknown }>(sql`select data from pgboss.job where name = 'candidates' order by created_on, id`),
  )
  return rows.map(({ data }) => data)
}

/** Ingests and matches a delivery for a project that it matches. */
async function keep(records: readonly SourceRecord[]): Promise<void> {
  await startProject(ctx)
  await ingest(ctx, 'reddit-api', records)
  await world.drain()
}

test('a delivery is stored as one batch of the day with its job, and no post yet', async () => {
  const { batchIds } = await ingest(ctx, 'reddit-api', [record('1n2fs54'), chatter('1n2fs55')])
  const rows = await batches()
  expect(rows).toMatchObject([
    { id: batchIds[0], arrivedOn: '2026-11-20', source: 'reddit-api', itemCount: 2, position: 0, phraseVersion: null },
  ])
  expect(await queued()).toEqual([{ arrivedOn: '2026-11-20', batchId: batchIds[0] }])
  expect(await posts()).toEqual([])
})

test('a post keeps its arrival time, not the time of its first match', async () => {
  const arrived = world.clock.now
  await ingest(ctx, 'reddit-api', [record('1n2fs54')])
  world.clock.advance(3_600_000)
  await startProject(ctx)
  await world.drain()
  const [kept] = await posts()
  expect(kept!.createdAt).toEqual(arrived)
  expect(kept!.updatedAt).toEqual(arrived)
  expect(Number.parseInt(kept!.id.replace('-', '').slice(0, 12), 16)).toBe(arrived.getTime())
})

test('matching items become posts as they were sent, and others do not', async () => {
  await keep([record('1n2fs54'), record('1n2fs55', { kind: 'comment' }), chatter('1n2fs56')])
  const rows = await posts()
  expect(rows).toMatchObject([
    { outsideId: 3_571_599_928n, outsideName: null, kind: 'post', source: 1, createdAt: world.clock.now },
    { outsideId: 3_571_599_929n, outsideName: null, kind: 'comment', projectId: null, importId: null },
  ])
  expect(rows).toHaveLength(2)
  const { title, body, score, postedAt, permalink } = rows[0]!
  const sent = record('1n2fs54')
  expect({ title, body, score, permalink, postedAt: postedAt?.getTime() }).toEqual({
    title: sent.title,
    body: sent.body,
    score: sent.score,
    permalink: sent.permalink,
    postedAt: sent.postedAt,
  })
})

describe('a large delivery is split', () => {
  test('by number of items', async () => {
    const { batchIds } = await ingest(
      ctx,
      'reddit-api',
      Array.from({ length: 2100 }, (_, i) => chatter(`p${i}`)),
    )
    expect((await batches()).map(({ itemCount }) => itemCount)).toEqual([1000, 1000, 100])
    expect(await queued()).toHaveLength(batchIds.length)
  })

  test('by length of the texts', async () => {
    const body = 'x'.repeat(50_000)
    await ingest(
      ctx,
      'reddit-api',
      Array.from({ length: 90 }, (_, i) => record(`p${i}`, { body })),
    )
    expect((await batches()).map(({ itemCount }) => itemCount)).toEqual([40, 40, 10])
  })
})

describe('a known post', () => {
  test('from an earlier delivery stays unchanged, even with a new text or score', async () => {
    await keep([record('abc')])
    const before = [await posts(), await outcome(ctx)]
    world.clock.advance(1000)
    await ingest(ctx, 'reddit-api', [record('abc', { score: 900, title: 'A CRM, edited' })])
    await world.drain()
    expect([await posts(), await outcome(ctx)]).toEqual(before)
  })

  test('repeated within a delivery, also in other case, is stored once', async () => {
    await keep([record('abc'), record('abc'), record('ABC')])
    expect(await posts()).toHaveLength(1)
  })

  test('is distinct from a comment with the same ID', async () => {
    await keep([record('abc'), record('abc', { kind: 'comment' })])
    expect(await posts()).toHaveLength(2)
  })

  test('in concurrent deliveries in opposite order, matched by several workers, is stored once', async () => {
    await startProject(ctx)
    const records = Array.from({ length: 300 }, (_, i) => record(`p${i}`))
    await Promise.all([
      ingest(ctx, 'reddit-api', records),
      ingest(ctx, 'reddit-api', records.toReversed()),
      ingest(ctx, 'reddit-api', records.slice(100, 200)),
    ])
    await Promise.all([world.drain(), world.drain(), world.drain()])
    expect(await posts()).toHaveLength(300)
  })
})

test('an ID that is not a number is stored by name', async () => {
  await keep([record('x005ff2f1681f19b8'), record('x00e4d2b8115ff84d'), record('x005ff2f1681f19b8')])
  const rows = await posts()
  expect(rows.map(({ outsideName }) => outsideName).toSorted()).toEqual(['x005ff2f1681f19b8', 'x00e4d2b8115ff84d'])
})

describe('hostile content', () => {
  test.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['half a surrogate pair', 'a\ud83d b\udc00', 'a\ufffd b\ufffd'],
    ['JSON, quotes and backslashes', '{"a": "\\u0000"}\\', '{"a": "\\u0000"}\\'],
    ['array syntax', '{a,"b",NULL}', '{a,"b",NULL}'],
    ['an emoji with skin tone', '👋🏽', '👋🏽'],
  ])('%s is stored, or replaced without moving an offset', async (_, sent, stored) => {
    const title = `crm ${sent}`
    await keep([record('abc', { title, body: sent, author: sent, flair: sent, url: sent })])
    const [row] = await posts()
    expect(row).toMatchObject({ title: `crm ${stored}`, body: stored, author: stored, flair: stored, url: stored })
    expect(row!.title).toHaveLength(title.length)
  })

  test("a word of a megabyte is truncated to Reddit's limit", async () => {
    const body = 'x'.repeat(1_000_000)
    await keep([record('abc', { body })])
    expect(await posts()).toMatchObject([{ body: body.slice(0, 50_000), bodyTruncated: true }])
  })
})

test('unknown votes, comments and age stay unknown', async () => {
  const unknown = { score: null, numComments: null, postedAt: null, author: null, flair: null }
  await keep([record('abc', unknown)])
  expect((await posts())[0]).toMatchObject({ ...unknown, url: null })
})

test('an empty delivery creates no batch and records a success of the source', async () => {
  expect(await ingest(ctx, 'reddit-api', [])).toEqual({ batchIds: [] })
  expect(await batches()).toEqual([])
  expect(await read((tx) => tx.select().from(sourceHealth))).toMatchObject([
    { source: 'reddit-api', lastSuccessAt: world.clock.now, newestPostedAt: null },
  ])
})

test("a source's health records the newest post ever delivered", async () => {
  const at = (hour: number) => Date.UTC(2026, 10, 20, hour)
  await ingest(ctx, 'reddit-api', [record('a', { postedAt: at(7) }), record('b', { postedAt: at(9) })])
  world.clock.advance(60_000)
  await ingest(ctx, 'reddit-api', [record('c', { postedAt: at(8) }), record('d', { postedAt: null })])
  expect(await read((tx) => tx.select().from(sourceHealth))).toMatchObject([
    { newestPostedAt: new Date(at(9)), lastSuccessAt: world.clock.now, error: null },
  ])
})

test("nothing is stored if the job can't be queued", async () => {
  const broken: Ctx = { ...ctx, queue: { send: () => Promise.reject(new Error('gone')) } }
  await expect(ingest(broken, 'reddit-api', [record('abc')])).rejects.toThrow('gone')
  expect(await batches()).toEqual([])
  expect(await read((tx) => tx.select().from(sourceHealth))).toEqual([])
})

test('a missing daily partition is created on arrival, also by concurrent deliveries', async () => {
  world.clock.advance(400 * 24 * 3_600_000)
  await Promise.all(Array.from({ length: 5 }, (_, i) => ingest(ctx, 'reddit-api', [record(`p${i}`)])))
  expect((await batches()).map(({ arrivedOn }) => arrivedOn)).toEqual(Array(5).fill('2027-12-25'))
})

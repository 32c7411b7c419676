import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { batch, post } from '../db/schema.ts'
import { testWorld, type World } from '../testing.ts'
import { asJob, record } from '../testing-leads.ts'
import { ingest } from './ingest.ts'

let world: World
let ctx: Ctx
beforeEach(async () => {
  world = await testWorld()
  ctx = world.ctx
})
afterEach(() => world.close())

const posts = () => transaction(asJob(ctx), (tx) => tx.select().from(post).orderBy(post.outsideId))
const batches = () => transaction(asJob(ctx), (tx) => tx.select().from(batch))
const queued = async () => {
  const { rows } = await ctx.db.run('earshot_worker', [], (tx) =>
    tx.execute<{ data: { batchId: string } }>(sql`select data from pgboss.job where name = 'candidates'`),
  )
  return rows.map(({ data }) => data.batchId)
}

test('keeps what arrived, as one batch with its job', async () => {
  expect(await ingest(ctx, [record('1n2fs54'), record('1n2fs55', { kind: 'comment' })])).toEqual({
    inserted: 2,
    known: 0,
  })
  const rows = await posts()
  expect(rows).toMatchObject([
    { outsideId: 3_571_599_928n, outsideName: null, kind: 'post', source: 1, createdAt: world.clock.now },
    { outsideId: 3_571_599_929n, outsideName: null, kind: 'comment' },
  ])
  const { title, body, score, postedAt, permalink } = rows[0]!
  const sent = record('1n2fs54')
  expect({ title, body, score, permalink, postedAt: postedAt?.getTime() }).toEqual({
    title: sent.title,
    body: sent.body,
    score: sent.score,
    permalink: sent.permalink,
    postedAt: sent.postedAt,
  })
  const [only, ...others] = await batches()
  expect(others).toEqual([])
  expect(only!.postIds.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(await queued()).toEqual([only!.id])
})

describe('a post that is known', () => {
  test('from before: nothing changes, not even for a new text or score', async () => {
    await ingest(ctx, [record('abc')])
    const before = await posts()
    world.clock.advance(1000)
    expect(await ingest(ctx, [record('abc', { score: 900, title: 'Edited' })])).toEqual({ inserted: 0, known: 1 })
    expect(await posts()).toEqual(before)
    expect(await batches()).toHaveLength(1)
  })

  test('from the same delivery, in another case: kept once', async () => {
    expect(await ingest(ctx, [record('abc'), record('abc'), record('ABC')])).toEqual({ inserted: 1, known: 2 })
  })

  test('a post and a comment of one id are two', async () => {
    expect(await ingest(ctx, [record('abc'), record('abc', { kind: 'comment' })])).toEqual({ inserted: 2, known: 0 })
  })

  test('from two deliveries at once, in opposite order: each post is kept once and belongs to one batch', async () => {
    const records = Array.from({ length: 300 }, (_, i) => record(`p${i}`))
    const results = await Promise.all([
      ingest(ctx, records),
      ingest(ctx, records.toReversed()),
      ingest(ctx, records.slice(100, 200)),
    ])
    expect(results.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(300)
    const ids = (await batches()).flatMap(({ postIds }) => postIds)
    expect(new Set(ids).size).toBe(300)
    expect(ids).toHaveLength(300)
  })
})

test('an id that is no number is kept by name', async () => {
  await ingest(ctx, [record('x005ff2f1681f19b8'), record('x00e4d2b8115ff84d')])
  const rows = await posts()
  expect(rows.map(({ outsideName }) => outsideName).toSorted()).toEqual(['x005ff2f1681f19b8', 'x00e4d2b8115ff84d'])
  expect(await ingest(ctx, [record('x005ff2f1681f19b8')])).toEqual({ inserted: 0, known: 1 })
})

describe('hostile content', () => {
  test.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['half a surrogate pair', 'a\ud83d b\udc00', 'a\ufffd b\ufffd'],
    ['JSON, quotes and backslashes', '{"a": "\\u0000"}\\', '{"a": "\\u0000"}\\'],
    ['array syntax', '{a,"b",NULL}', '{a,"b",NULL}'],
    ['an emoji with skin tone', '👋🏽', '👋🏽'],
  ])('%s is kept, or replaced without moving an offset', async (_, sent, kept) => {
    await ingest(ctx, [record('abc', { title: sent, body: sent, author: sent, flair: sent, url: sent })])
    const [row] = await posts()
    expect(row).toMatchObject({ title: kept, body: kept, author: kept, flair: kept, url: kept })
    expect(row!.title).toHaveLength(sent.length)
  })

  test('a token of a megabyte', async () => {
    const body = 'x'.repeat(1_000_000)
    await ingest(ctx, [record('abc', { body })])
    expect((await posts())[0]!.body).toBe(body)
  })
})

test('nothing known about votes, comments and age stays unknown', async () => {
  await ingest(ctx, [record('abc', { score: null, numComments: null, postedAt: null, author: null, flair: null })])
  expect((await posts())[0]).toMatchObject({
    score: null,
    numComments: null,
    postedAt: null,
    author: null,
    flair: null,
    url: null,
  })
})

test('an empty delivery leaves no batch', async () => {
  expect(await ingest(ctx, [])).toEqual({ inserted: 0, known: 0 })
  expect(await batches()).toEqual([])
})

test('where the job can not be enqueued, nothing is kept', async () => {
  const broken: Ctx = { ...ctx, queue: { send: () => Promise.reject(new Error('gone')) } }
  await expect(ingest(broken, [record('abc')])).rejects.toThrow('gone')
  expect(await posts()).toEqual([])
  expect(await batches()).toEqual([])
  expect(await ingest(ctx, [record('abc')])).toEqual({ inserted: 1, known: 0 })
})

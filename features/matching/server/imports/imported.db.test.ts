import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { opportunity } from '#features/leads/server/tables.ts'
import { post } from '#features/posts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import {
  asJob,
  chatter,
  editProject,
  importRecords,
  kept,
  leadsOf,
  outcome,
  record,
  startProject,
} from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'
import { recent } from '../tables.ts'
import { maintainArrivals } from '../upkeep.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

const read = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(ctx, work)
const posts = () => read((tx) => tx.select().from(post).orderBy(asc(post.outsideId)))
const pinnedBatches = () => read((tx) => tx.select().from(recent).where(eq(recent.arrivedOn, 'infinity')))

/** Advances the clock until all stored days of arrivals have expired. */
async function passDays(): Promise<void> {
  world.clock.advance(40 * 24 * 3_600_000)
  await maintainArrivals(ctx)
}

describe('importing for all projects', () => {
  test('stores every item as a post, matched or not, and pins its batch', async () => {
    const done = await importRecords(ctx, [record('aaa'), chatter('bbb'), record('aaa')])
    const { title, body } = record('aaa')
    const { title: otherTitle, body: otherBody } = chatter('bbb')
    const textBytes = Buffer.byteLength(title + body + otherTitle + otherBody)
    expect(done).toEqual({ inserted: 2, known: 1, textBytes })
    const [batch] = await pinnedBatches()
    expect(batch).toMatchObject({ itemCount: 2, projectId: null, items: null })
    expect(batch!.postIds!.toSorted()).toEqual((await posts()).map(({ id }) => id).toSorted())
    expect((await posts()).every(({ importId }) => importId === batch!.importId)).toBe(true)
  })

  test('writes nothing the second time, as all items are known', async () => {
    await importRecords(ctx, [record('aaa'), chatter('bbb')])
    await world.drain()
    const before = await kept(ctx)
    expect(await importRecords(ctx, [chatter('bbb'), record('aaa')])).toEqual({ inserted: 0, known: 2, textBytes: 0 })
    expect(await kept(ctx)).toEqual(before)
  })

  test('pins posts that a match had stored, so that backfills find them after their day expires', async () => {
    await startProject(ctx)
    await ingest(ctx, 'reddit-api', [record('aaa'), record('bbb')])
    await world.drain()
    expect(await importRecords(ctx, [record('aaa')])).toMatchObject({ inserted: 0, known: 1 })
    await world.drain()
    await passDays()
    const late = await startProject(ctx, { name: 'Late' })
    await world.drain()
    expect(await leadsOf(ctx, late)).toEqual(['aaa'])
  })

  test('stores each post once and in one batch when several importers run at the same time', async () => {
    const records = Array.from({ length: 300 }, (_, i) => record(`p${i}`))
    const done = await Promise.all([
      importRecords(ctx, records),
      importRecords(ctx, records.toReversed()),
      importRecords(ctx, records.slice(100, 200)),
    ])
    expect(done.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(300)
    const ids = (await pinnedBatches()).flatMap(({ postIds }) => postIds!)
    expect(ids).toHaveLength(300)
    expect(new Set(ids).size).toBe(300)
  })
})

describe('importing into one project', () => {
  let own: string
  let neighbour: string
  beforeEach(async () => {
    own = await startProject(ctx, { name: 'Own' })
    neighbour = await startProject(ctx, { name: 'Neighbour' })
    await world.drain()
  })

  test('never shows posts to another project, through the batch, a backfill or a new project', async () => {
    await importRecords(ctx, [record('aaa'), record('bbb')], own)
    await world.drain()
    await editProject(ctx, neighbour, { add: 'spreadsheet' })
    const late = await startProject(ctx, { name: 'Late' })
    await world.drain()
    expect(await leadsOf(ctx, own)).toEqual(['aaa', 'bbb'])
    expect(await leadsOf(ctx, neighbour)).toEqual([])
    expect(await leadsOf(ctx, late)).toEqual([])
    await editProject(ctx, own, { add: 'spreadsheet' })
    await world.drain()
    expect(await leadsOf(ctx, own)).toEqual(['aaa', 'bbb'])
  })

  test('does not reveal other watchlists: posts that another project matched count as new', async () => {
    await ingest(ctx, 'reddit-api', [record('aaa'), chatter('bbb')])
    await world.drain()
    await passDays()
    const late = await startProject(ctx, { name: 'Late' })
    await world.drain()
    expect(await leadsOf(ctx, late)).toEqual([])
    const now = world.ctx.now()
    const done = await importRecords(ctx, [record('aaa'), chatter('bbb')], late)
    expect(done).toMatchObject({ inserted: 2, known: 0 })
    await world.drain()
    expect(await leadsOf(ctx, late)).toEqual(['aaa'])
    const own = (await posts()).filter(({ projectId }) => projectId === late)
    expect(own.map(({ createdAt }) => createdAt)).toEqual([now, now])
    expect(await importRecords(ctx, [record('aaa'), chatter('bbb')], late)).toMatchObject({ inserted: 0, known: 2 })
  })

  test('pins the post of an existing lead and creates no second lead', async () => {
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await world.drain()
    const [before] = await read((tx) => tx.select().from(opportunity).where(eq(opportunity.projectId, own)))
    expect(await importRecords(ctx, [record('aaa')], own)).toMatchObject({ inserted: 0, known: 1, textBytes: 0 })
    await world.drain()
    await passDays()
    await editProject(ctx, own, { add: 'spreadsheet' })
    await world.drain()
    expect(await pinnedBatches()).toMatchObject([{ projectId: own, postIds: [before!.postId] }])
    const after = await read((tx) => tx.select().from(opportunity).where(eq(opportunity.projectId, own)))
    expect(after).toMatchObject([{ id: before!.id, postId: before!.postId }])
  })

  test('keeps the same lead when the post is shared later, and gives other projects theirs', async () => {
    await importRecords(ctx, [record('aaa')], own)
    await world.drain()
    const before = await read((tx) => tx.select().from(opportunity))
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await importRecords(ctx, [record('aaa')])
    await world.drain()
    await editProject(ctx, own, { add: 'spreadsheet' })
    await world.drain()
    expect(await leadsOf(ctx, own)).toEqual(['aaa'])
    expect(await leadsOf(ctx, neighbour)).toEqual(['aaa'])
    const after = await read((tx) => tx.select().from(opportunity).where(eq(opportunity.projectId, own)))
    expect(after.map(({ id, postId }) => [id, postId])).toEqual(before.map(({ id, postId }) => [id, postId]))
  })

  test("keeps the text of the project's own copy and highlights matches in it", async () => {
    await importRecords(
      ctx,
      [record('aaa', { title: 'Hello. Looking for a CRM for client follow-ups, any tips?' })],
      own,
    )
    await world.drain()
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await editProject(ctx, own, { add: 'spreadsheet' })
    await world.drain()
    const { candidates } = await outcome(ctx)
    const [found] = candidates.filter((row) => (row as { project: string }).project === 'Own') as {
      hits: { phrase: string; field: string; start: number }[]
    }[]
    expect(found!.hits.find(({ phrase }) => phrase === 'crm')).toMatchObject({ field: 'title', start: 21 })
  })

  test('gives each of two projects its own copy and lead', async () => {
    await Promise.all([importRecords(ctx, [record('aaa')], own), importRecords(ctx, [record('aaa')], neighbour)])
    await world.drain()
    expect((await posts()).map(({ projectId }) => projectId).toSorted()).toEqual([own, neighbour].toSorted())
    expect(await leadsOf(ctx, own)).toEqual(['aaa'])
    expect(await leadsOf(ctx, neighbour)).toEqual(['aaa'])
  })

  test('creates one lead per project when the same posts arrive by import and live at once', async () => {
    const records = Array.from({ length: 40 }, (_, i) => record(`p${i}`))
    await Promise.all([
      ingest(ctx, 'reddit-api', records),
      importRecords(ctx, records.toReversed(), own),
      importRecords(ctx, records),
      world.drain(),
      importRecords(ctx, records, neighbour),
      ingest(ctx, 'reddit-api', records.toReversed()),
      world.drain(),
    ])
    await Promise.all([world.drain(), world.drain()])
    for (const id of [own, neighbour]) {
      const leads = await leadsOf(ctx, id)
      expect(leads).toHaveLength(40)
      expect(new Set(leads).size).toBe(40)
    }
  })

  test('creates no leads while the project is archived', async () => {
    await editProject(ctx, own, { status: 'archived' })
    await importRecords(ctx, [record('aaa')], own)
    await world.drain()
    expect(await leadsOf(ctx, own)).toEqual([])
    expect((await outcome(ctx)).projects).toMatchObject([{ unfinished: 0 }, { unfinished: 0 }])
  })
})

test('a lead and its match survive edits after their day has expired', async () => {
  const id = await startProject(ctx)
  await ingest(ctx, 'reddit-api', [record('aaa'), record('bbb')])
  await world.drain()
  await passDays()
  expect(await read((tx) => tx.select().from(recent))).toEqual([])
  await editProject(ctx, id, { add: 'spreadsheet' })
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['aaa', 'bbb'])
  const { candidates } = await outcome(ctx)
  expect(candidates).toMatchObject([{ current: true }, { current: true }])
  expect(JSON.stringify(candidates)).toContain('spreadsheet')
})

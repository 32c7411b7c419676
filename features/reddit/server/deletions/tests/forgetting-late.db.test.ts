import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { unpackItems } from '#features/matching/server/batches.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { recent } from '#features/matching/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { outsideIdOf } from '#platform/server/outside-id.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob, record } from '#tests/support/leads.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { call, create, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { forgetPost } from '../forget-post.ts'
import { reduceRssPosts } from '../reduce-rss-posts.ts'
import { settleForgotten } from '../settle-forgotten.ts'
import type { Ending } from '../tombstones.ts'

/** Tests of content found only after a post was forgotten or reduced. */
const minute = 60_000
const hour = 60 * minute
const body = 'We are a team of four and our sales pipeline lives in a zyxolith spreadsheet. Happy to pay.'
const quote = 'lives in a zyxolith spreadsheet'
let world: World
let app: FastifyInstance
let ctx: Ctx
let ann: Person
let project: string

beforeEach(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  ctx = asJob(world.ctx)
  project = await setUpProject(app, ann, {
    name: 'Ledgerly',
    summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
    keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  })
})

afterEach(() => world.close())

const post = record('a1', { body, author: 'ada_oaks' })

async function ingestRecords(records: readonly SourceRecord[], source: 'reddit-api' | 'reddit-rss' = 'reddit-api') {
  await ingest(ctx, source, records)
  await world.drain()
}

const forget = ({ id }: SourceRecord, standing: Ending = 'deleted') =>
  forgetPost(ctx, { source: 1, kind: 'post', outsideId: outsideIdOf(id).outsideId.toString() }, standing)

async function settle(hours = 0.5): Promise<void> {
  world.clock.advance(hours * hour)
  await settleForgotten(ctx)
  await world.drain()
}

const leads = async () => (await call(app, ann, 'GET', 'opportunities')).json().data

const texts = async (path: string) =>
  (await call(app, ann, 'GET', path)).json().data.map(({ text }: { text: string }) => text)

const marks = () =>
  ask(world.url, `select outside_id from forgotten where quote_marks is not null or name_marks is not null`)

describe('text written while a post is forgotten', () => {
  test('loses its quotes in the second pass, which deletes the marks', async () => {
    await ingestRecords([post])
    const [{ id: opportunity }] = await leads()
    await forget(post)
    await create(app, ann, 'notes', { project, opportunity, text: `Theirs ${quote}, says ada_oaks` })
    await create(app, ann, 'people', { project, handle: 'Ada_Oaks', tags: ['agency'] })
    expect(await marks()).toHaveLength(1)
    await settle()
    expect(await texts('notes')).toEqual(['Theirs [deleted on Reddit], says [deleted]'])
    const [{ handle }] = (await call(app, ann, 'GET', 'people')).json().data
    expect(handle).toMatch(/^deleted-/)
    expect(await marks()).toEqual([])
  })

  test('in a message that is being sent loses them once its outcome is known', async () => {
    await ingestRecords([post])
    const [{ id: opportunity }] = await leads()
    const person = (await create(app, ann, 'people', { project, handle: 'ada_oaks' })).id
    const conversation = (await create(app, ann, 'conversations', { project, opportunity, person })).id
    await create(app, ann, 'messages', { project, conversation, text: `Yours ${quote}. Ours does not.` })
    await ask(world.url, `update message set state = 'armed'`)
    await forget(post)
    await settle()
    expect(await texts('messages')).toEqual([`Yours ${quote}. Ours does not.`])
    await ask(
      world.url,
      `update message set state = 'deferred', hold = 'reddit', reason = 'Reddit is busy', deferred_until = '2026-12-01',
         due_at = '2026-12-01'`,
    )
    await settle(2)
    expect(await texts('messages')).toEqual(['Yours [deleted on Reddit]. Ours does not.'])
    const held = await ask(world.url, 'select state, hold, due_at as due from message')
    expect(held).toEqual([{ state: 'draft', hold: null, due: null }])
    expect(await marks()).toEqual([])
  })
})

describe('a reduced post', () => {
  /** A post from RSS with a note about it, two days old. */
  async function reduced(): Promise<void> {
    await ingestRecords([post], 'reddit-rss')
    const [{ id: opportunity }] = await leads()
    await create(app, ann, 'notes', { project, opportunity, text: `Theirs ${quote}, says u/ada_oaks` })
    await create(app, ann, 'people', { project, handle: 'ada_oaks', tags: ['agency'] })
    world.clock.advance(49 * hour)
    await reduceRssPosts(ctx)
    expect(await ask(world.url, 'select author, body from post')).toEqual([{ author: null, body: '' }])
    expect(await texts('notes')).toEqual([`Theirs ${quote}, says u/ada_oaks`])
  }

  test.each<Ending>(['deleted', 'authorless'])(
    'is still recognized by its quotes and its author once it is %s',
    async (end) => {
      await reduced()
      await forget(post, end)
      expect(await texts('notes')).toEqual(['Theirs [deleted on Reddit], says [deleted]'])
      const [{ handle, tags }] = (await call(app, ann, 'GET', 'people')).json().data
      expect([handle, tags]).toEqual([expect.stringMatching(/^deleted-/), ['agency']])
      const kept = 'select from post_check where quote_marks is not null or name_marks is not null'
      expect(await ask(world.url, kept)).toEqual([])
    },
  )

  test('keeps marks only of quoted sentences', async () => {
    await reduced()
    const [{ quotes, names }] = (await ask<{ quotes: number; names: number }>(
      world.url,
      'select cardinality(quote_marks) as quotes, cardinality(name_marks) as names from post_check',
    )) as [{ quotes: number; names: number }]
    expect([quotes, names]).toEqual([2, 1])
  })
})

describe('an arrival', () => {
  const held = async () => {
    const batches = await jobTransaction(ctx, (tx) => tx.select().from(recent).where(eq(recent.source, 'reddit-api')))
    return batches.flatMap(({ items }) => (items ? unpackItems(items) : [])).map(({ body: text }) => text)
  }

  test('of a forgotten post is not stored again', async () => {
    await ingestRecords([post])
    await forget(post)
    await settle()
    const other = record('b2', { title: 'Is there a CRM that keeps client follow-ups for bakers?' })
    await ingestRecords([post, other])
    expect(await held()).toEqual(['', other.body])
    await ingestRecords([post])
    expect(await ask(world.url, 'select id from recent')).toHaveLength(2)
  })

  test('on a page of RSS counts as seen, even if nothing in it is new', async () => {
    await ingestRecords([post], 'reddit-rss')
    world.clock.advance(47 * hour)
    await ingest(ctx, 'reddit-rss', [], { seenAgain: [post] })
    expect(await ask(world.url, 'select checked_at as at from post_check')).toEqual([{ at: world.clock.now }])
    world.clock.advance(2 * hour)
    await reduceRssPosts(ctx)
    expect(await ask(world.url, 'select standing from post_check')).toEqual([{ standing: 'there' }])
  })

  test('in a batch is only unpacked if the batch may contain a deleted post', async () => {
    await ingestRecords([post])
    await ingestRecords([record('b2', { title: 'Is there a CRM that keeps client follow-ups for bakers?' })])
    // Unpacking the second batch would fail.
    await ask(world.url, `update recent set items = 'broken' where outside_ids = array[$1]::bigint[]`, [
      outsideIdOf('b2').outsideId.toString(),
    ])
    await forget(post)
    await settle()
    expect(await ask(world.url, 'select from forgotten where settled_at is null')).toEqual([])
    await ask(world.url, 'update recent set outside_ids = null')
    await ask(world.url, 'update forgotten set settled_at = null')
    await expect(settle()).rejects.toThrow()
  })
})

describe('the shell of a forgotten post', () => {
  test('is deleted by the upkeep once nothing refers to it, and so is the post', async () => {
    await ingestRecords([post])
    const [{ id }] = await leads()
    await call(app, ann, 'PUT', `opportunities/${id}/save`)
    await forget(post)
    await settle()
    await settle(72)
    expect(await leads()).toHaveLength(1)
    await call(app, ann, 'DELETE', `opportunities/${id}/save`)
    await ask(world.url, 'delete from forgetting')
    await settle(2)
    expect(await leads()).toEqual([])
    await ask(world.url, 'delete from mention')
    await settle(2)
    expect(await ask(world.url, 'select id from post')).toEqual([])
    await ingestRecords([post])
    expect(await leads()).toEqual([])
  })
})

test('each poll that still lists a post counts as seeing it', async () => {
  const polling = await PollingWorld.open()
  polling.useRss()
  await polling.startProjectIn(['kettles'])
  await polling.live(5 * minute)
  await polling.reddit.say('kettles', 'Looking for a CRM for client follow-ups, which do you recommend?')
  await polling.live(10 * minute)
  await polling.world.drain()
  const seenAt = async () =>
    (await ask<{ at: Date }>(polling.world.url, 'select checked_at as at from post_check')).map(({ at }) => at)
  const [before] = await seenAt()
  await polling.live(2 * hour, 5 * minute)
  const [after] = await seenAt()
  await polling.close()
  expect(after!.getTime() - before!.getTime()).toBeGreaterThan(hour)
})

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { unpackItems } from '#features/matching/server/batches.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { recent } from '#features/matching/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { watchEffects } from '#tests/support/faults.ts'
import { asJob, importRecords, record } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { call, create, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { redditApi } from '../../accounts/open.ts'
import { ExchangeError } from '../../api/exchange.ts'
import { newPosts } from '../../api/listings.ts'
import { leaseDue, releaseChecks } from '../checks.ts'
import { recheckPosts } from '../recheck-posts.ts'
import { settleForgotten } from '../settle-forgotten.ts'

const hour = 3_600_000
const product = {
  name: 'Ledgerly',
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'client follow-ups', 'sales pipeline'],
}
let world: World
let reddit: TestReddit
let app: FastifyInstance
let ctx: Ctx
let ann: Person
let bob: Person
let project: string
beforeEach(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  reddit = await testReddit(world.clock, { days: 1 })
  // The sandbox acts as the real Reddit.
  world.ctx.reddit = { ...reddit.service, realm: 'real' }
  ctx = asJob(world.ctx)
  project = await setUpProject(app, ann, product)
})
afterEach(async () => {
  reddit.close()
  await world.close()
})

/** Posts on Reddit; returns the post's record. */
async function posted(words: { title?: string; body?: string; author?: string } = {}): Promise<SourceRecord> {
  const { title, body } = record('any')
  const { name } = await reddit.tell('posts', { subreddit: 'smallfirms', author: 'ada_oaks', title, body, ...words })
  const api = redditApi(ctx)
  const outcome = api && (await newPosts(api, ['smallfirms'], { limit: 100 }))
  const found = outcome?.state === 'ok' && outcome.value.records.find(({ id }) => `t3_${id}` === name)
  if (!found) throw new Error('the post is not listed')
  return found
}

async function ingestRecords(records: readonly SourceRecord[], source: 'reddit-api' | 'reddit-rss' = 'reddit-api') {
  await ingest(ctx, source, records)
  await world.drain()
}

const act = ({ id }: SourceRecord, action: 'delete' | 'remove') => reddit.tell(`things/t3_${id}`, { action })

async function recheck(hours: number): Promise<void> {
  world.clock.advance(hours * hour)
  await recheckPosts(ctx)
  await world.drain()
}

interface Seen {
  outside: string
  title: string
  body: string
  author: string | null
  standing: string
  checkedAt: Date | null
}
const seen = () =>
  ask<Seen>(
    world.url,
    `select p.outside_id::text as outside, p.title, p.body, p.author, c.standing, c.checked_at as "checkedAt"
     from post p join post_check c on c.post_id = p.id order by p.outside_id, p.project_id nulls first`,
  )
const blank = { title: '', body: '', author: null }

describe('a post', () => {
  test.each([
    ['its author deletes', 'deleted', (post: SourceRecord) => act(post, 'delete')],
    ['moderators remove', 'removed', (post: SourceRecord) => act(post, 'remove')],
    ['was written by a user who left', 'authorless', () => reddit.tell('people/ada_oaks', { standing: 'left' })],
  ] as const)('that %s loses its content: it is %s', async (_what, standing, happens) => {
    const post = await posted()
    await ingestRecords([post])
    await happens(post)
    await recheck(4)
    expect(await seen()).toMatchObject([{ ...blank, standing }])
  })

  test('unknown to Reddit is forgotten if Reddit had shown it, and kept if it came from an archive', async () => {
    await ingestRecords([record('zzzzz1')])
    await importRecords(ctx, [record('zzzzz2', { title: 'Which CRM for follow-ups would four of you take?' })], project)
    await world.drain()
    await recheck(24)
    expect((await seen()).map(({ standing, author }) => [standing, author])).toEqual([
      ['there', 'u_mara'],
      ['there', 'u_mara'],
    ])
    await recheck(1)
    const [live, imported] = await seen()
    expect(live).toMatchObject({ ...blank, standing: 'absent' })
    expect(imported).toMatchObject({ author: 'u_mara', standing: 'there', checkedAt: null })
    const asked = reddit.asked()
    await recheck(48)
    expect(reddit.asked()).toBe(asked)
  })

  test('missing from one response counts as present after the next, and its wait starts over', async () => {
    const post = await posted()
    await ingestRecords([post])
    await ask(world.url, `update post_check set absent_at = '2026-01-01'`)
    await recheck(4)
    expect(await ask(world.url, 'select absent_at as at from post_check')).toEqual([{ at: null }])
  })

  test('imported into several projects is forgotten in each copy', async () => {
    const post = await posted()
    await importRecords(ctx, [post], project)
    const bobs = await setUpProject(app, bob, product)
    await importRecords(ctx, [post], bobs)
    await ingestRecords([post])
    expect(await seen()).toHaveLength(3)
    await act(post, 'delete')
    await recheck(4)
    expect(await seen()).toMatchObject([blank, blank, blank])
    for (const [person, id] of [[ann, project] as const, [bob, bobs] as const]) {
      const { data } = (await call(app, person, 'GET', 'forgettings?populate=project')).json()
      expect(data).toMatchObject([{ standing: 'deleted', project: { id } }])
    }
  })

  test('whose deletion fails does not affect the others in its response', async () => {
    const two = [await posted(), await posted({ title: 'Is there a CRM that keeps follow-ups for bakers?' })]
    await ingestRecords(two)
    for (const post of two) await act(post, 'delete')
    world.clock.advance(4 * hour)
    let isAborted = false
    const failing = watchEffects(ctx, ({ at, text }) => {
      if (isAborted || at !== 'commit' || !text.includes('insert into forgotten ')) return
      isAborted = true
      throw new Error('aborted')
    })
    await expect(recheckPosts(failing)).rejects.toThrow('aborted')
    expect((await seen()).map(({ standing }) => standing).toSorted()).toEqual(['deleted', 'there'])
  })

  test('that still exists is checked every day and stays', async () => {
    await ingestRecords([await posted()])
    const [before] = await seen()
    for (let count = 1; count <= 6; count++) {
      await recheck(8)
      const [now] = await seen()
      expect(now).toEqual({ ...before, checkedAt: world.clock.now })
      expect(reddit.asked()).toBe(count)
    }
  })
})

describe('leasing posts to check', () => {
  const due = (urgency: number, count: number, minutesAgo: number) =>
    ask(
      world.url,
      `with p as (
         insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
         select gen_random_uuid(), 1, 'post', ${urgency} * 1000 + n, 'r', 't', '', false, '/', now(), now()
         from generate_series(1, ${count}) n returning id)
       insert into post_check (post_id, realm, seen_by, checked_at, checked_by, urgency, due_at)
       select id, 'real', 'api', $1, 'api', ${urgency}, $1::timestamptz - interval '${minutesAgo} minutes' from p`,
      [world.clock.now],
    )
  const leaseOf = (turn: number) => jobTransaction(ctx, (tx) => leaseDue(ctx, tx, { realm: 'real', turn, most: 100 }))
  const classes = (leased: readonly { outsideId: string }[]) => [
    ...new Set(leased.map(({ outsideId }) => Math.floor(Number(outsideId) / 1000))),
  ]

  test('prefers shown and new ones, and in a backlog those that have waited longest', async () => {
    await due(0, 150, 1)
    await due(5, 150, 600)
    expect(classes(await leaseOf(0))).toEqual([0])
    expect(classes(await leaseOf(3))).toEqual([5])
    expect(classes(await leaseOf(1))).toEqual([0, 5])
  })

  test('never gives two workers the same posts, and frees those of a dead worker soon', async () => {
    await due(0, 150, 1)
    const [one, two] = await Promise.all([leaseOf(0), leaseOf(0)])
    const ids = [...one, ...two].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await leaseOf(0)).toHaveLength(150 - ids.length)
    world.clock.advance(5 * 60_000)
    expect(await leaseOf(0)).toHaveLength(100)
  })

  test('skips the other realm, and released posts are due as before', async () => {
    await due(0, 3, 7)
    expect(await jobTransaction(ctx, (tx) => leaseDue(ctx, tx, { realm: 'sandbox', turn: 0, most: 9 }))).toEqual([])
    const first = await leaseOf(0)
    await jobTransaction(ctx, (tx) => releaseChecks(tx, first))
    const order = (leased: typeof first) => leased.map(({ id, wasDue }) => `${id} ${wasDue.toISOString()}`).toSorted()
    expect(order(await leaseOf(0))).toEqual(order(first))
  })

  test('keeps all posts if Reddit does not respond', async () => {
    await ingestRecords([await posted()])
    const { service } = reddit
    world.ctx.reddit = { ...service, realm: 'real', exchange: () => Promise.reject(new ExchangeError('unreachable')) }
    ctx = asJob(world.ctx)
    await recheck(4)
    expect(await seen()).toMatchObject([{ standing: 'there', author: 'ada_oaks' }])
    world.ctx.reddit = { ...service, realm: 'real' }
    ctx = asJob(world.ctx)
    await recheck(1)
    expect((await seen())[0]?.checkedAt).toEqual(world.clock.now)
  })

  test('counts each request toward the limit for rechecks', async () => {
    await ingestRecords([await posted()])
    for (let count = 1; count <= 3; count++) {
      // Within one window of ten minutes.
      await ask(world.url, `update post_check set due_at = '2026-01-01'`)
      await recheck(count === 1 ? 4 : 0)
      expect(reddit.asked()).toBe(count)
      expect(await ask(world.url, 'select rechecks from reddit_limit')).toEqual([{ rechecks: count }])
    }
  })

  test('ignores a response that omits all of many posts, until each was omitted twice by itself', async () => {
    await due(0, 5, 1)
    await recheckPosts(ctx)
    expect(
      await ask(world.url, 'select from post_check where absent_at is not null or due_at <= $1', [world.clock.now]),
    ).toEqual([])
    for (let count = 0; count < 3; count++) await recheck(0.5)
    expect((await seen()).every(({ standing }) => standing === 'there')).toBe(true)
    for (let count = 0; count < 6; count++) await recheck(0.5)
    expect((await seen()).map(({ standing }) => standing)).toEqual(Array(5).fill('absent'))
  })

  test('leaves posts due while the governor is paused', async () => {
    await ingestRecords([await posted()])
    const until = new Date(world.clock.now.getTime() + 5 * hour)
    world.clock.advance(4 * hour)
    await ask(world.url, 'update reddit_limit set paused_until = $1', [until])
    await recheckPosts(ctx)
    expect(reddit.asked()).toBe(0)
    const [{ due } = { due: null }] = await ask<{ due: Date }>(world.url, 'select due_at as due from post_check')
    expect(due! <= world.clock.now).toBe(true)
    await recheck(2)
    expect(reddit.asked()).toBe(1)
  })
})

describe('RSS posts that cannot be checked', () => {
  beforeEach(() => {
    world.ctx.reddit = null
    ctx = asJob(world.ctx)
  })
  const title = 'Looking for a CRM for client follow-ups, what do you recommend?'

  test('keep only title words, score and address two days after they were last seen', async () => {
    await ingestRecords([record('a1', { permalink: '/r/agency/comments/a1/looking_for_a_crm/' })], 'reddit-rss')
    await recheck(47)
    expect(await seen()).toMatchObject([{ title, standing: 'there', author: 'u_mara' }])
    await recheck(1)
    expect(await seen()).toMatchObject([
      { title: 'looking crm client follow ups recommend', body: '', author: null, standing: 'reduced' },
    ])
    const { data } = (await call(app, ann, 'GET', 'opportunities?populate=post')).json()
    expect(data[0].score).toBeGreaterThan(0)
    expect(data[0].components.flatMap(({ reasons }: { reasons: unknown[] }) => reasons)).toEqual([])
    expect(data[0].sentence).toBeNull()
    expect(data[0].post.permalink).toBe('/r/agency/comments/a1/')
    await settleForgotten(ctx)
    const batches = await jobTransaction(ctx, (tx) => tx.select().from(recent))
    const texts = batches.flatMap(({ items }) => (items ? unpackItems(items) : []))
    expect(texts).toMatchObject([{ title: 'looking crm client follow ups recommend', body: '', author: null }])
  })

  test('stay complete while RSS lists them, and API posts always do', async () => {
    await ingestRecords([record('a1')], 'reddit-rss')
    await ingestRecords([record('a2', { title: 'Is there a CRM that keeps client follow-ups for bakers?' })])
    world.clock.advance(40 * hour)
    await ingestRecords([record('a1')], 'reddit-rss')
    await recheck(10)
    expect((await seen()).map(({ standing }) => standing)).toEqual(['there', 'there'])
    await recheck(40)
    expect((await seen()).map(({ standing }) => standing)).toEqual(['reduced', 'there'])
  })
})

describe('after a post is deleted', () => {
  const leads = async () => (await call(app, ann, 'GET', 'opportunities?populate=post&sort=score:desc')).json().data

  test('its lead is a shell for a day, and stays if someone worked on it', async () => {
    const post = await posted()
    const other = await posted({
      title: 'Is there a CRM that keeps client follow-ups for bakers?',
      author: 'ben_birch',
    })
    await ingestRecords([post, other])
    const kept = (await leads()).find((lead: { post: { author: string } }) => lead.post.author === 'ben_birch').id
    await create(app, ann, 'notes', { project, opportunity: kept, text: 'Asked' })
    await act(post, 'delete')
    await act(other, 'delete')
    await recheck(4)
    expect(await leads()).toHaveLength(2)
    await recheck(25)
    await settleForgotten(ctx)
    expect((await leads()).map(({ id }: { id: string }) => id)).toEqual([kept])
    expect((await call(app, ann, 'GET', 'forgettings')).json().data).toHaveLength(2)
  })

  test('its lead is no longer the primary, and a duplicate disappears with its own post', async () => {
    const first = await posted()
    world.clock.advance(60_000)
    const second = await posted({ author: 'ben_birch' })
    world.clock.advance(60_000)
    const third = await posted({ author: 'cleo_cedar' })
    await ingestRecords([first, second, third])
    const [lead] = await leads()
    expect([(await leads()).length, lead.post.author, lead.siblingCount]).toEqual([1, 'ada_oaks', 2])
    await act(first, 'delete')
    await recheck(4)
    const shown = (await leads()).map(({ post, siblingCount }: { post: { author: string }; siblingCount: number }) => [
      post.author,
      siblingCount,
    ])
    expect(shown).toEqual([
      ['ben_birch', 1],
      [null, 0],
    ])
    await act(third, 'delete')
    await recheck(8)
    expect((await leads())[0]).toMatchObject({ post: { author: 'ben_birch' }, siblingCount: 0 })
    // A new duplicate joins the current primary.
    await ingestRecords([await posted({ author: 'dan_drift' })])
    expect((await leads())[0]).toMatchObject({ post: { author: 'ben_birch' }, siblingCount: 1 })
  })

  test('a person known by another post or a message stays until their account is deleted', async () => {
    const [one, two] = [await posted(), await posted({ title: 'Is there a CRM that keeps follow-ups for bakers?' })]
    await ingestRecords([one, two])
    const person = (await create(app, ann, 'people', { project, handle: 'Ada_Oaks' })).id
    const handle = async () => (await call(app, ann, 'GET', `people/${person}`)).json().data?.handle ?? null
    await act(one, 'delete')
    await recheck(4)
    expect(await handle()).toBe('Ada_Oaks')
    const conversation = (await create(app, ann, 'conversations', { project, person })).id
    await ask(
      world.url,
      `insert into message (project_id, id, conversation_id, direction, state, text, created_at, updated_at)
       values ('${project}', gen_random_uuid(), '${conversation}', 'in', 'received', 'Hello', now(), now())`,
    )
    await act(two, 'delete')
    await recheck(4)
    expect(await handle()).toBe('Ada_Oaks')
    const three = await posted({ title: 'A CRM for follow-ups of florists, does anybody know one?' })
    await ingestRecords([three])
    await reddit.tell('people/ada_oaks', { standing: 'left' })
    await recheck(4)
    expect(await handle()).toMatch(/^deleted-/)
  })

  test('unrelated rows of other projects are untouched', async () => {
    const post = await posted()
    await ingestRecords([post])
    const bobs = await setUpProject(app, bob, { ...product, keywords: ['sourdough'] })
    await create(app, bob, 'people', { project: bobs, handle: 'ada_oaks' })
    const others = await setUpProject(app, bob, { ...product, keywords: ['rye'] })
    await create(app, bob, 'exports', { kind: 'project', project: others })
    await ask(world.url, `update export set state = 'done', lines = 1, bytes = 1, expires_at = '2026-12-31'`)
    await ask(
      world.url,
      `insert into candidate select (jsonb_populate_record(c, jsonb_build_object('project_id', $1::text))).* from candidate c`,
      [others],
    )
    const exported = await ask(world.url, 'select state, updated_at from export')
    await act(post, 'delete')
    await recheck(4)
    expect((await call(app, bob, 'GET', 'people')).json().data).toMatchObject([{ handle: 'ada_oaks' }])
    expect((await call(app, bob, 'GET', 'forgettings')).json().data).toEqual([])
    expect(await ask(world.url, 'select state, updated_at from export')).toEqual(exported)
    const notified = await jobTransaction(ctx, (tx) =>
      tx.execute(sql`select distinct project_id as id from event where kind = 'opportunities'`),
    )
    expect(notified.rows).toEqual([{ id: project }])
  })
})

import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeReal } from '#features/matching/server/posts/realms.ts'
import type { HealthReport } from '#features/operations/contract.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { asJob } from '#tests/support/leads.ts'
import { openReddit, pollFor, type SandboxReddit } from '#tests/support/polling.ts'
import { appOf, call, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { openPoller } from '../poll-feeds.ts'

let world: World
let reddit: SandboxReddit
let ctx: Ctx

beforeAll(async () => {
  world = await testWorld()
  reddit = await openReddit(world.ctx.now, { community: smallCommunity, days: 12 })
  const { app, exchange } = reddit
  ctx = { ...asJob(world.ctx), reddit: { app, exchange, realm: 'real' } }
})

afterAll(async () => {
  reddit.close()
  await world.close()
})

const write = (query: SQL) => jobTransaction(world.ctx, (tx) => tx.execute(query))

test('a health report covers all feeds of a source, but lists feeds only to the projects that use them', async () => {
  const app = await appOf(world.ctx)
  const [ann, bob] = [await signUp(app, 'ann@example.com'), await signUp(app, 'bob@example.com')]
  const [anns, bobs] = [await setUpProject(app, ann), await setUpProject(app, bob)]
  await write(sql`update project set communities = '{kettles,nowhere_at_all}' where id = ${anns}`)
  await write(sql`update project set communities = '{smallfirms}' where id = ${bobs}`)
  await write(sql`update project set realm = 'real'`)
  await pollFor(ctx, world.clock)
  world.clock.advance(6 * 24 * 3_600_000)
  await reddit.tell('whole', {})
  await pollFor(ctx, world.clock, 10)
  const report = async (person: Person, id: string) =>
    (await call(app, person, 'GET', `projects/${id}/health`)).json<{ data: HealthReport }>().data
  const { sources, feeds: own } = await report(ann, anns)
  expect(sources).toMatchObject([
    { source: 'reddit-api', error: null, feeds: { polled: 6, failing: 2 }, gaps: { open: 0, lost: 1 } },
  ])
  expect(sources[0]!.lagSeconds).toBeGreaterThan(60)
  expect(own.map(({ stream, name, error }) => [stream, name, error !== null])).toEqual([
    ...[
      ['posts', 'kettles', false],
      ['comments', 'kettles', false],
    ],
    ...[
      ['posts', 'nowhere_at_all', true],
      ['comments', 'nowhere_at_all', true],
    ],
  ])
  expect(own[1]!.gaps).toMatchObject([{ givenUp: 'Reddit lists only the newest 1,000 posts' }])
  expect(own[0]!.itemsPerMinute).toBeGreaterThan(0)
  expect((await report(bob, bobs)).feeds.map(({ name }) => name)).toEqual(['smallfirms', 'smallfirms'])

  // Data from before Bob's project used the feed stays private to the others.
  await call(app, bob, 'PUT', `projects/${bobs}`, { communities: ['kettles'] })
  await openPoller(ctx).syncFeeds()
  const unheard = { itemsPerMinute: 0, lastSuccessAt: null, lagSeconds: null, error: null, gaps: [] }
  expect((await report(bob, bobs)).feeds).toMatchObject([unheard, unheard])
  world.clock.advance(11 * 60_000)
  await pollFor(ctx, world.clock)
  const [posts] = (await report(bob, bobs)).feeds
  expect(posts).toMatchObject({ lastSuccessAt: expect.any(String), gaps: [] })
  expect(posts!.itemsPerMinute).toBeGreaterThan(0)
  expect((await report(ann, anns)).feeds[1]!.gaps).toHaveLength(1)
  world.clock.advance(6 * 24 * 3_600_000)
  await reddit.tell('whole', {})
  await pollFor(ctx, world.clock, 10)
  const [theirs, his] = [await report(ann, anns), await report(bob, bobs)].map(({ feeds }) => feeds[1]!.gaps)
  expect([theirs!.length, his!.length]).toEqual([2, 1])
  expect(his![0]!.from > theirs![1]!.openedAt).toBe(true)
  await app.close()
})

test('feeds follow each change of communities and sources, and the first real item, at once and without a backfill', async () => {
  const app = await appOf(ctx)
  const eve = await signUp(app, 'eve@example.com')
  const id = await setUpProject(app, eve)
  await world.drain()
  const poller = openPoller(ctx)
  const sandboxes = openPoller({ ...ctx, reddit: { ...ctx.reddit!, realm: 'sandbox' } })
  const feedNames = async ({ syncFeeds } = poller) => {
    await syncFeeds()
    const { rows } = await write(sql`
      select distinct p.name from feed p join feed_use u on u.feed_id = p.id where u.project_id = ${id} order by 1`)
    return rows.map(({ name }) => name)
  }
  const backfills = async () =>
    (await write(sql`select from pgboss.job where name = 'backfill' and state = 'created'`)).rows
  await feedNames()
  for (const communities of [['hedgehogs'], ['smallfirms']]) {
    await call(app, eve, 'PUT', `projects/${id}`, { communities })
    expect(await feedNames()).toEqual(communities)
  }
  await call(app, eve, 'PUT', `projects/${id}`, { sources: ['archive', 'sandbox'] })
  expect([await feedNames(), await backfills()]).toEqual([[], []])
  await write(sql`update project set realm = 'sandbox' where id = ${id}`)
  expect(await feedNames(sandboxes)).toEqual(['', 'smallfirms'])
  await transaction(ctx, (tx) => seeReal(ctx, tx, [id]))
  await world.drain()
  expect(await feedNames(sandboxes)).toEqual([])
  await app.close()
})

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eraseProject } from '#features/privacy/server/erasure/project.ts'
import { type Locks, testLocks } from '#tests/support/locks.ts'
import { PollingWorld } from '#tests/support/polling-world.ts'
import { type Claim, claimNext, release } from '../claims.ts'
import { pollSeparately, postponeFeeds, recordFeedFailure } from '../failures.ts'
import { itemsOfFirstPage, recordFailedTry, recordFirstPage } from '../progress.ts'
import { updateFeeds } from '../update-feeds.ts'

/** Erasing a project's feeds and updating or polling them wait for each other, without a deadlock. */
let polling: PollingWorld
let locks: Locks
let ann: string

beforeEach(async () => {
  polling = await PollingWorld.open()
  locks = await testLocks(polling.ctx, polling.world.url)
  ann = await polling.startProjectIn(['kettles', 'smallfirms'])
  await polling.startProjectIn(['kettles', 'smallfirms'])
  await polling.pollBriefly()
})

afterEach(async () => {
  await locks.close()
  await polling.close()
})

const asked = [{ name: 'reddit-api', everywhere: 'lists' }] as const

const erase = () => {
  const at = polling.ctx.now()
  const secret = 'of this erasure'
  return eraseProject(polling.ctx, {
    ...{ id: polling.ctx.id(), kind: 'project', subjectId: ann, secret, createdAt: at, until: null },
  })
}

const usesOfAnn = () => polling.read(sql`select from feed_use where project_id = ${ann}`)

test('a project is erased while feeds are updated', async () => {
  await polling.read(sql`update project set status = 'archived' where id = ${ann}`)
  const letGo = await locks.hold(sql`select from feed for key share`)
  const erasing = erase()
  await locks.blocked(1)
  const keeping = updateFeeds(polling.ctx, asked, null)
  await locks.blocked(2)
  await letGo()
  await Promise.all([erasing, keeping])
  expect(await usesOfAnn()).toEqual([])
  expect(await polling.read(sql`select from feed`)).toHaveLength(4)
})

const next = new Date('2027-01-01T00:00:00Z')
const nothing = { records: [], gone: [], after: null, before: null, broken: 0 }

test.each<[string, (claim: Claim) => Promise<unknown>]>([
  ['feeds are released', (claim) => release(polling.ctx, claim, next)],
  ['feeds are postponed', (claim) => postponeFeeds(polling.ctx, claim, 'Reddit is having problems', next)],
  ['feeds are set to be polled separately', (claim) => pollSeparately(polling.ctx, claim)],
  ['a feed failure is recorded', (claim) => recordFeedFailure(polling.ctx, claim, 'Reddit has closed this', next)],
  ['a page is recorded', recordPage],
  ['a failed try to fill a gap is recorded', (claim) => recordFailedTry(polling.ctx, claim, [])],
])('%s, while a project that uses the feed is erased', async (_what, record) => {
  await polling.read(sql`update feed set next_at = '2026-01-01', alone_at = ${polling.ctx.now().toISOString()}`)
  const claim = await claimNext(polling.ctx, { name: 'reddit-api', callsPerMinute: 50 })
  const [first, last] = claim!.feeds.map(({ id }) => id).sort()
  expect(last).toBeDefined()
  // Without an order, rows are locked in their physical order: the first one by id is now the last.
  await polling.read(sql`update feed set turn = turn + 1 where id = ${first}`)
  const letGo = await locks.hold(sql`select from feed where id = ${last} for key share`)
  const erasing = erase()
  await locks.blocked(1)
  const recording = record(claim!)
  await locks.blocked(2)
  await letGo()
  await Promise.all([erasing, recording])
  expect(await usesOfAnn()).toEqual([])
})

function recordPage(claim: Claim): Promise<unknown> {
  const { ctx } = polling
  return recordFirstPage(ctx, claim, nothing, itemsOfFirstPage(ctx, claim, nothing), { isReadBack: true })
}

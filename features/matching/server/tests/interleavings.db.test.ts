import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { opportunity } from '#features/leads/server/tables.ts'
import { shareWatchlist, watchlistChanged } from '#features/watchlist/server/project-watchlist.ts'
import { takeTurn } from '#features/watchlist/server/turn.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { BackfillPage, BatchKey } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { watchEffects } from '#tests/support/faults.ts'
import {
  asJob,
  batchesOf,
  chatter,
  editProject,
  importRecords,
  leadsOf,
  record,
  startProject,
} from '#tests/support/leads.ts'
import { type Locks, testLocks } from '#tests/support/locks.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { backfillProject } from '../backfill.ts'
import { ingest } from '../ingest.ts'
import { findCandidates } from '../match-batches.ts'
import { candidate, recent } from '../tables.ts'

/** Steps pause at a chosen point, so that the test controls the order of events. */
let world: World
let ctx: Ctx
let projectId: string
let locks: Locks
const letGo: (() => Promise<void>)[] = []

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  locks = await testLocks(ctx, world.url)
  projectId = await startProject(ctx)
  await world.drain()
})

afterEach(async () => {
  for (const release of letGo.splice(0)) await release()
  await locks.close()
  await world.close()
})

/** Ingests one post and returns its batch. */
async function arrival(id = 'aaa'): Promise<BatchKey> {
  await ingest(ctx, 'reddit-api', [record(id)])
  return (await batchesOf(ctx)).at(-1)!
}

/**
 * Returns a context whose step pauses before it sends its job or commits its writes. `reached` resolves at that point;
 * `go` continues it.
 */
function slowly(): { slow: Ctx; reached: Promise<void>; go: () => void } {
  const reached = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  letGo.push(async () => over.resolve())
  const wait = async () => {
    reached.resolve()
    await over.promise
  }
  const { db } = watchEffects(ctx, ({ at, text }) =>
    at === 'commit' && watchlistShared.test(text) ? wait() : undefined,
  )
  const queue: Ctx['queue'] = {
    send: async (...job) => {
      await wait()
      return ctx.queue.send(...job)
    },
  }
  return { slow: { ...ctx, db, queue }, reached: reached.promise, go: over.resolve }
}

/** The lock that a batch takes before it matches. */
const watchlistShared = /pg_advisory_xact_lock_shared\(hashtext\('earshot watchlists'\)\)/

const candidates = () => transaction(ctx, (tx) => tx.select().from(candidate))

const versions = async () => {
  const batches = await transaction(ctx, (tx) => tx.select().from(recent).orderBy(recent.id))
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ version: string }>(sql`select version from phrase_version`),
  )
  const now = Number(rows[0]!.version)
  return batches.map(({ phraseVersion }) => (phraseVersion === null ? null : phraseVersion - now))
}

test('an edit waits for a batch that has read the phrases, and its backfill reads that batch', async () => {
  const key = await arrival()
  const { slow, reached, go } = slowly()
  const step = findCandidates(slow, key)
  await reached
  const edit = editProject(ctx, projectId, { add: 'spreadsheet' })
  expect(await Promise.race([edit, locks.blocked(1)])).toBe('blocked')
  go()
  await Promise.all([step, edit])
  expect(await versions()).toEqual([-1])
  await world.drain()
  const [found] = await candidates()
  expect(found!.projectVersion).toBe(2)
  expect(found!.hits.map(({ phrase }) => phrase)).toContain('spreadsheet')
})

test('a watchlist change waits for a batch that matches its project, but the batch does not wait for it', async () => {
  const key = await arrival()
  const release = await locks.hold(sql`lock table post in exclusive mode`)
  const step = findCandidates(ctx, key)
  await locks.blocked(1)
  const edit = transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    await watchlistChanged(ctx, tx, projectId)
  })
  await locks.blocked(2)
  await release()
  await Promise.all([step, edit])
  expect(await candidates()).toHaveLength(1)
})

test('a batch waits for an edit about to commit, and matches with the new phrases', async () => {
  const key = await arrival()
  const { slow, reached, go } = slowly()
  const edit = editProject(slow, projectId, { add: 'spreadsheet' })
  await reached
  const step = findCandidates(ctx, key)
  expect(await Promise.race([step, locks.blocked(1)])).toBe('blocked')
  go()
  await Promise.all([step, edit])
  expect(await versions()).toEqual([0])
  const [found] = await candidates()
  expect(found!.projectVersion).toBe(2)
  expect(found!.hits.map(({ phrase }) => phrase)).toContain('spreadsheet')
})

test('batches do not wait for each other, only for an earlier edit', async () => {
  const [first, second] = [await arrival('aaa'), await arrival('bbb')]
  const { slow, reached, go } = slowly()
  const step = findCandidates(slow, first)
  await reached
  await transaction(ctx, shareWatchlist)
  const edit = editProject(ctx, projectId, { add: 'spreadsheet' })
  await locks.blocked(1)
  const next = findCandidates(ctx, second)
  await locks.blocked(2)
  go()
  await Promise.all([step, edit, next])
  expect(await versions()).toEqual([-1, 0])
})

test('a batch processed by two workers at once is matched once', async () => {
  const key = await arrival()
  const { slow, reached, go } = slowly()
  const step = findCandidates(slow, key)
  await reached
  const statements: string[] = []
  const other = findCandidates(
    watchEffects(ctx, ({ text }) => void statements.push(text)),
    key,
  )
  expect(await Promise.race([other, locks.blocked(1)])).toBe('blocked')
  go()
  await Promise.all([step, other])
  expect(statements.filter((text) => watchlistShared.test(text))).toEqual([])
  expect(await candidates()).toHaveLength(1)
})

test('a backfill waits for a batch that writes the same lead, and scores it again', async () => {
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await world.drain()
  const key = await arrival()
  const release = await locks.hold(sql`lock table candidate in share mode`)
  const step = findCandidates(ctx, key)
  await locks.blocked(1)
  const edit = editProject(ctx, projectId, { add: 'spreadsheet' })
  await locks.blocked(2)
  await release()
  await Promise.all([step, edit])
  await backfillProject(ctx, { projectId })
  const [found] = await candidates()
  expect(found).toMatchObject({ projectVersion: 2 })
  expect(found!.hits.map(({ phrase }) => phrase)).toContain('spreadsheet')
  const leads = await transaction(ctx, (tx) => tx.select().from(opportunity))
  expect(leads).toMatchObject([{ score: found!.score, label: found!.label }])
})

test('an import for one project waits for a batch that may share the same post', async () => {
  const key = await arrival()
  const { slow, reached, go } = slowly()
  const step = findCandidates(slow, key)
  await reached
  const importing = importRecords(ctx, [record('aaa')], projectId)
  expect(await Promise.race([importing, locks.blocked(1)])).toBe('blocked')
  go()
  await step
  expect(await importing).toMatchObject({ inserted: 0, known: 1 })
  await world.drain()
  expect(await leadsOf(ctx, projectId)).toEqual(['aaa'])
})

test('a post that arrives after an edit is matched with the new phrases', async () => {
  await ingest(ctx, 'reddit-api', [record('aaa')])
  await world.drain()
  await editProject(ctx, projectId, { add: 'invoicing app' })
  await editProject(ctx, projectId, { add: 'expense tracker' })
  await world.drain()
  await ingest(ctx, 'reddit-api', [
    record('new', { title: 'Which invoicing app, and which expense tracker?', body: '' }),
  ])
  await world.drain()
  expect(await leadsOf(ctx, projectId)).toEqual(['aaa', 'new'])
})

test('a backfill page that is outdated or repeated does nothing', async () => {
  for (let batch = 0; batch < 2; batch++) {
    await ingest(
      ctx,
      'reddit-api',
      Array.from({ length: 1000 }, (_, i) => chatter(`p${batch}x${i}`)),
    )
  }
  await world.drain()
  await editProject(ctx, projectId, { add: 'spreadsheet' })
  const pages: BackfillPage[] = []
  const watched: Ctx = {
    ...ctx,
    queue: {
      send: async (_, name, data) => {
        if (name === 'backfill' && 'page' in data && data.page) pages.push(data.page)
      },
    },
  }
  await backfillProject(watched, { projectId })
  expect(pages).toMatchObject([{ version: 2, done: 1000 }])
  const first = pages[0]!
  await backfillProject(watched, { projectId, page: { ...first, version: 1 } })
  await backfillProject(watched, { projectId, page: { ...first, done: 0 } })
  expect(pages).toHaveLength(1)
  await backfillProject(watched, { projectId, page: first })
  await backfillProject(watched, { projectId, page: first })
  expect(pages.map(({ done }) => done)).toEqual([1000, 2000])
  await backfillProject(watched, { projectId, page: pages[1]! })
  await backfillProject(watched, { projectId, page: pages[1]! })
  expect(pages).toHaveLength(2)
  const [own] = await transaction(ctx, (tx) => tx.select().from(project))
  expect(own).toMatchObject({ version: 2, backfilledVersion: 2, backfillDone: 0, backfillTotal: null })
})

import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { releaseDue } from '#features/leads/server/release-finds.ts'
import { backfillProject } from '#features/matching/server/backfill.ts'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { ask } from '#tests/support/databases.ts'
import { watchEffects } from '#tests/support/faults.ts'
import { deliverTo, editProject, record } from '#tests/support/leads.ts'
import { type Locks, testLocks } from '#tests/support/locks.ts'
import { mondayWorld } from '#tests/support/monday-world.ts'
import type { World } from '#tests/support/world.ts'
import type { Ctx } from '../ctx.ts'

// Transactions lock shared rows in a fixed order: they wait for each other, and none is ended by a deadlock.
let world: World
let ctx: Ctx
let project: string
let locks: Locks
beforeEach(async () => {
  ;({ world, ctx, project } = await mondayWorld())
  locks = await testLocks(ctx, world.url)
})
afterEach(async () => {
  await locks.close()
  await world.close()
})

const deliver = (...records: SourceRecord[]) => deliverTo(world, records)

interface Stored {
  id: string
  outsideId: string
  isPrimary: boolean
}

/** The delivered posts in lock order. */
const stored = () =>
  ask<Stored>(
    world.url,
    `select p.id, p.outside_id::text as "outsideId", o.sibling_of is null as "isPrimary"
     from post p join opportunity o on o.post_id = p.id order by p.id`,
  )

const forget = ({ outsideId }: Stored) => forgetPost(ctx, { source: 1, kind: 'post', outsideId }, 'deleted')

test('releasing duplicates and forgetting their primary at the same time both complete', async () => {
  for (const [name, hours] of [
    ['aaa', 2],
    ['bbb', 1],
    ['ccc', 0],
  ] as const) {
    await deliver(record(name, { postedAt: Date.UTC(2026, 10, 20, 9 + hours) }))
  }
  const [, middle, last] = (await stored()) as [Stored, Stored, Stored]
  expect(last.isPrimary).toBe(true)
  world.clock.now = new Date('2026-11-23T07:00:00Z')
  const unlock = await locks.hold(sql`select from opportunity where post_id = ${middle.id} for update`)
  const release = releaseDue(ctx)
  await locks.blocked(1)
  const forgetting = forget(last)
  await locks.blocked(2)
  await unlock()
  await Promise.all([release, forgetting])
  expect(await ask(world.url, 'select from opportunity where released_at is null')).toEqual([])
  expect(await ask(world.url, `select from post where id = $1 and title = ''`, [last.id])).toHaveLength(1)
})

test("backfilling candidates and forgetting a candidate's post at the same time both complete", async () => {
  await deliver(
    record('aaa'),
    record('bbb', {
      title: 'Is there a CRM that keeps client follow-ups for bakers?',
      body: 'We bake. Which CRM is it?',
    }),
  )
  const [first, second] = (await stored()) as [Stored, Stored]
  await ask(world.url, 'delete from opportunity where post_id = $1', [first.id])
  await ask(world.url, 'delete from recent')
  await editProject(ctx, project, { add: 'spreadsheet' })
  const unlock = await locks.hold(sql`select from candidate where post_id = ${second.id} for update`)
  const backfill = backfillProject(ctx, { projectId: project })
  await locks.blocked(1)
  const forgetting = forget(first)
  await locks.blocked(2)
  await unlock()
  await Promise.all([backfill, forgetting])
  expect(await ask(world.url, 'select post_id as id from candidate')).toEqual([{ id: second.id }])
  expect((await stored()).map(({ id }) => id)).toEqual([second.id])
})

const released = /update opportunity r set released_at/

test('a second worker skips a release in progress without waiting', async () => {
  await deliver(record('aaa'))
  world.clock.now = new Date('2026-11-23T07:00:00Z')
  const written = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const slow = watchEffects(ctx, ({ at, text }) => {
    if (at !== 'commit' || !released.test(text)) return
    written.resolve()
    return over.promise
  })
  const first = releaseDue(slow)
  await written.promise
  const statements: string[] = []
  const second = releaseDue(watchEffects(ctx, ({ text }) => void statements.push(text))).then(() => 'done')
  expect(await Promise.race([second, locks.blocked(1)])).toBe('done')
  expect(statements.filter((text) => released.test(text))).toEqual([])
  over.resolve()
  await first
  expect(await ask(world.url, 'select from opportunity where released_at is null')).toEqual([])
})

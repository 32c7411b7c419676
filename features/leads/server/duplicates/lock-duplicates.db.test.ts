import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { eraseProject } from '#features/privacy/server/erasure/project.ts'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { watchEffects } from '#tests/support/faults.ts'
import { asJob, deliverTo, record, startProject } from '#tests/support/leads.ts'
import { type Locks, testLocks } from '#tests/support/locks.ts'
import { signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { rejectOpportunity } from '../decisions.ts'
import { reorderLeads } from '../ranking/reorder.ts'

/** A decision on a duplicate during forgetting, reordering or matching: neither ends in a deadlock. */
let world: World
let app: FastifyInstance
let ctx: Ctx
let asAnn: Ctx
let locks: Locks

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

beforeEach(async () => {
  await world.restart()
  const ann = await signUp(app, 'ann@example.com')
  ctx = asJob(world.ctx)
  locks = await testLocks(ctx, world.url)
  const projectId = await startProject(ctx)
  const memberships = [{ projectId, role: 'owner' as const }]
  asAnn = actingAs(world.ctx, { kind: 'user', userId: ann.id, sessionId: world.ctx.id(), memberships })
})

afterEach(() => locks.close())
afterAll(() => world.close())

const deliver = (...records: SourceRecord[]) => deliverTo(world, records)

interface Stored {
  id: string
  projectId: string
  postId: string
  outsideId: string
  siblingOf: string | null
}

/** Returns the leads in lock order. */
const stored = () =>
  ask<Stored>(
    world.url,
    `select o.id, o.project_id as "projectId", o.post_id as "postId", p.outside_id::text as "outsideId",
       o.sibling_of as "siblingOf"
     from post p join opportunity o on o.post_id = p.id order by p.id`,
  )

const erase = (subjectId: string) => {
  const until = { secret: 'of this erasure', createdAt: ctx.now(), until: null }
  return eraseProject(ctx, { id: ctx.id(), kind: 'project', subjectId, ...until })
}

const forget = ({ outsideId }: Stored) => forgetPost(ctx, { source: 1, kind: 'post', outsideId }, 'deleted')
const hours = (count: number) => ({ postedAt: Date.UTC(2026, 10, 20, 9 + count) })

test.each<[string, (copy: Stored) => Promise<unknown>]>([
  ['forgets its post', forget],
  ['erases the project', ({ projectId }) => erase(projectId)],
])('rejecting a copy does not deadlock with a transaction that %s', async (_, end) => {
  await deliver(record('aaa', hours(0)), record('bbb', hours(1)), record('ccc', hours(2)))
  const [, copy, other] = (await stored()) as [Stored, Stored, Stored]
  expect([copy.siblingOf === null, other.siblingOf === null]).toEqual([false, false])
  const letGo = await locks.hold(sql`select from opportunity where id = ${other.id} for update`)
  const changing = rejectOpportunity(asAnn, { id: copy.id, reason: 'tooOld' })
  await locks.blocked(1)
  const ending = end(copy)
  await locks.blocked(2)
  await letGo()
  await Promise.all([changing, ending])
  expect(await ask(world.url, `select from post where id = $1 and title <> ''`, [copy.postId])).toEqual([])
})

test('rejecting a duplicate does not deadlock with reordering all leads', async () => {
  await deliver(record('aaa', hours(0)), record('bbb', hours(1)), record('ccc', hours(2)))
  const [first, middle, last] = (await stored()) as [Stored, Stored, Stored]
  const letGo = await locks.hold(sql`select from opportunity where id = ${middle.id} for update`)
  const reordering = reorderLeads(ctx, { projectId: first.projectId })
  await locks.blocked(1)
  const rejecting = rejectOpportunity(asAnn, { id: last.id, reason: 'tooOld' })
  await locks.blocked(2)
  await letGo()
  await Promise.all([reordering, rejecting])
  expect((await stored()).map(({ siblingOf }) => siblingOf)).toEqual([last.id, last.id, null])
})

test('duplicates that become primaries do not deadlock with reordering all leads', async () => {
  const texts = [
    {},
    { title: 'Is there a CRM that keeps client follow-ups for bakers?', body: 'We bake. Which CRM is it?' },
    { title: 'Looking for a simple CRM for a sales pipeline, what do you use?', body: 'We are florists.' },
  ]
  const named = (prefix: string, at: number) =>
    texts.map((text, n) => record(`${prefix}${n}`, { ...text, ...hours(at), author: `u_${n}` }))
  await deliver(...named('aa', 5))
  const before = await stored()
  expect(before.map(({ siblingOf }) => siblingOf)).toEqual([null, null, null])
  const statements: string[] = []
  world.ctx.db = watchEffects(world.ctx, ({ at, text }) => void (at === 'statement' && statements.push(text))).db
  const letGo = await locks.hold(sql`select from opportunity where id = ${before[1]!.id} for update`)
  const reordering = reorderLeads(ctx, { projectId: before[0]!.projectId })
  await locks.blocked(1)
  const bringing = deliver(...[named('bb', 0)[0]!, named('bb', 0)[2]!])
  await locks.blocked(2)
  await letGo()
  await Promise.all([reordering, bringing])
  // A job that ends in a deadlock would run again.
  expect(statements.filter((text) => text.includes('insert into post '))).toHaveLength(1)
  const after = new Map((await stored()).map(({ id, siblingOf }) => [id, siblingOf]))
  expect(before.map(({ id }) => after.get(id) === null)).toEqual([false, true, false])
})

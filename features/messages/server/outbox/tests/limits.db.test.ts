import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { call, seedSubscription } from '#tests/support/seed-data.ts'
import { sendMessages } from '../send-messages.ts'
import { forgetOldSendings } from '../sendings.ts'
import { faultsOf } from './outbox-invariants.ts'
import { type OutboxWorld, outboxWorld } from './outbox-world.ts'

const minute = 60_000
const hour = 60 * minute
let outbox: OutboxWorld
let people = 0
/** When the day of the test began, in UTC. */
let today: Date

beforeAll(async () => {
  outbox = await outboxWorld({ crowd: 60 })
})
afterAll(() => outbox.close())
beforeEach(async () => {
  // The next morning.
  const day = 24 * hour
  today = new Date((Math.floor(outbox.world.clock.now.getTime() / day) + 1) * day)
  outbox.world.clock.now = new Date(today.getTime() + 9 * hour)
  await ask(outbox.world.url, 'delete from message')
  await ask(outbox.world.url, `delete from sending where sent_at > '2026-11-01'`)
})

const nobodyYet = () => `crowd_${people++}`
const states = async () => {
  const rows = await ask<{ state: string; count: string }>(
    outbox.world.url,
    `select coalesce(hold, state) as state, count(*) from message group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
const later = (ms: number, ctx = outbox.ctx) => {
  outbox.world.clock.advance(ms)
  return sendMessages(ctx)
}
/** Sends as a plan allows. */
const paid = () => ({ ...outbox.ctx, billing: 'paddle' }) as const
const plan = (subscription: string, name: 'Professional' | 'Startup' | 'Pro') =>
  ask(outbox.world.url, 'update subscription set main_product_name = $2, main_product_id = $3 where id = $1', [
    subscription,
    name,
    `pro_${name.toLowerCase()}`,
  ])

test('a message is sent once, whenever the worker dies', async () => {
  const project = await outbox.project()
  const account = await outbox.connect(project)
  const to = nobodyYet()
  const message = await outbox.queue(project, to)
  const { name, lead } = await outbox.lead(project, nobodyYet())
  const { data } = (await call(outbox.app, outbox.ann, 'PUT', `opportunities/${lead}/public-reply`)).json()
  const reply = { project, conversation: data.conversation, text: 'Try a sheet first.', state: 'queued' }
  const { id: comment } = (await call(outbox.app, outbox.ann, 'POST', 'messages', reply)).json().data
  // Two looks at what was sent lie between two deaths, at most.
  const kills = await killAtEachMoment(outbox.ctx, sendMessages, () => outbox.world.clock.advance(11 * minute))
  expect(kills).toBeGreaterThan(40)
  for (let looks = 0; looks < 3; looks++) await later(11 * minute)
  const states = [await outbox.message(message), await outbox.message(comment)].map(({ state }) => state)
  expect(states).toEqual([expect.stringMatching(/sent|confirmed/), 'confirmed'])
  expect((await outbox.delivered(project, account)).filter((each) => each.to === to)).toHaveLength(1)
  expect(await outbox.commentsUnder(project, account, name)).toHaveLength(1)
  const [row] = await ask(outbox.world.url, 'select sent from message_count where project_id = $1', [project])
  expect(row).toEqual({ sent: 1 })
}, 60_000)

test('20 senders at once, of several projects and workers of one account, pass no limit and lose nothing', async () => {
  const hourly = { hourlyMost: 15 }
  const projects = [await outbox.project(hourly), await outbox.project(hourly), await outbox.project({ hourlyMost: 5 })]
  const accounts: string[] = []
  for (const project of projects) accounts.push(await outbox.connect(project))
  // Every second person is written to by two projects.
  const targets = Array.from({ length: 20 }, nobodyYet)
  for (const [at, to] of targets.entries()) {
    await outbox.queue(projects[at % 3]!, to)
    if (at % 2 === 0) await outbox.queue(projects[(at + 1) % 3]!, to.toUpperCase())
  }
  await Promise.all(Array.from({ length: 20 }, () => sendMessages(outbox.ctx)))
  const first = await outbox.delivered(projects[0]!, accounts[0]!)
  expect(first.filter(({ to }) => targets.includes(to))).toHaveLength(15)
  for (let hours = 0; hours < 4; hours++) {
    outbox.world.clock.advance(hour + minute)
    await Promise.all(Array.from({ length: 5 }, () => sendMessages(outbox.ctx)))
  }
  expect(await states()).toEqual({ refused: 10, sent: 20 })
  const delivered = await outbox.delivered(projects[0]!, accounts[0]!)
  const once = targets.map((to) => delivered.filter((each) => each.to === to).length)
  expect(once).toEqual(targets.map(() => 1))
  expect(await faultsOf(outbox.world.url, { ...hourly, dailyMost: 500 })).toEqual([])
}, 60_000)

test('a plan changed from 500 to 30 after some were sent holds the others until the next day', async () => {
  const project = await outbox.project()
  await outbox.connect(project)
  const subscription = await seedSubscription(outbox.world.ctx, project)
  await plan(subscription, 'Professional')
  await ask(outbox.world.url, 'insert into message_count values ($1, $2, 100)', [project, today])
  for (let each = 0; each < 6; each++) await outbox.queue(project, nobodyYet())
  await later(0, paid())
  expect(await states()).toEqual({ sent: 6 })
  await plan(subscription, 'Startup')
  const held = await outbox.queue(project, nobodyYet())
  await later(hour, paid())
  const midnight = new Date(today.getTime() + 24 * hour)
  expect(await outbox.message(held)).toMatchObject({ state: 'deferred', hold: 'plan', deferred_until: midnight })
  expect(await states()).toEqual({ plan: 1, sent: 6 })
  outbox.world.clock.now = midnight
  await later(0, paid())
  expect(await outbox.message(held)).toMatchObject({ state: 'sent' })
})

test('a clock that jumps back, or another time zone, frees nothing', async () => {
  const project = await outbox.project({ dailyMost: 2, hourlyMost: 2 })
  await outbox.connect(project)
  for (let each = 0; each < 4; each++) await outbox.queue(project, nobodyYet())
  await later(0)
  expect(await states()).toEqual({ daily: 2, sent: 2 })
  await later(-30 * hour)
  await ask(outbox.world.url, `update message set due_at = $1 where state = 'deferred'`, [outbox.world.clock.now])
  await later(0)
  expect((await states()).sent).toBe(2)
  await later(30 * hour)
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    await ask(outbox.world.url, 'update project set time_zone = $2 where id = $1', [project, zone])
    await later(20 * minute)
    expect((await states()).sent).toBe(2)
  }
  await later(24 * hour)
  expect(await states()).toEqual({ sent: 4 })
})

test('answers count toward the hour alone, and old ones are forgotten', async () => {
  const project = await outbox.project()
  await outbox.connect(project)
  const id = await outbox.queue(project, nobodyYet())
  await ask(
    outbox.world.url,
    `insert into message (project_id, id, conversation_id, direction, state, text, sent_at, created_at, updated_at)
     select project_id, $2, conversation_id, 'in', 'received', 'Hi', now(), now(), now() from message where id = $1`,
    [id, outbox.world.ctx.id()],
  )
  await ask(outbox.world.url, 'delete from invitation')
  await later(0)
  const counted = () => ask(outbox.world.url, 'select first_to, counted_on from sending where id = $1', [id])
  expect(await counted()).toEqual([{ first_to: null, counted_on: null }])
  outbox.world.clock.advance(8 * 24 * hour)
  await forgetOldSendings(outbox.ctx)
  expect(await counted()).toEqual([])
})

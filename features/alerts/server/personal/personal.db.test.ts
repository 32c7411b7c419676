import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { deliverMail } from '#platform/server/mail/deliver.ts'
import { testApp } from '#tests/support/app.ts'
import { asJob } from '#tests/support/leads.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { AlertDelivery } from '../../contract-deliveries.ts'
import type { NotificationSettings, OwnDelivery } from '../../contract-personal.ts'
import { runAlerts } from '../evaluate-alerts.ts'

const hour = 3_600_000

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let eve: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(async () => {
  await world.restart()
  ctx = actingAs(world.ctx, { kind: 'job', name: 'alerts' })
  ann = await signUp(app, 'ann@example.com')
  eve = await signUp(app, 'eve@example.com')
  for (const person of [ann, eve]) await confirmAddress(world.url, person)
  project = await setUpProject(app, ann, { keywords: [] })
  await addMember(world.ctx, project, eve, 'client')
  await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))
  await setZone(eve, 'Europe/Berlin')
  await world.drain()
  world.mails.length = 0
})
afterAll(() => world.close())

async function run(): Promise<void> {
  await runAlerts(ctx)
  await world.drain()
}

/** Who got mail since the last call. */
function receivers(): string[] {
  const found = world.mails.map(({ to }) => to.split('@')[0] ?? '')
  world.mails.length = 0
  return found.toSorted()
}

const setZone = (by: Person, timeZone: string) =>
  app.inject({ method: 'PUT', url: '/api/users/me', headers: by.headers, payload: { timeZone } })
const unset: NotificationSettings = { quietHours: null, timeOfDay: null }
const save = (by: Person, data: Partial<NotificationSettings> | { timeZone: string }) =>
  call(app, by, 'PUT', 'notification-settings', { ...unset, ...data })
const addRule = (data: object = {}) =>
  create(app, ann, 'alert-rules', { project, name: 'Mine', recipients: [ann.id, eve.id], ...data })
const find = () => seedOpportunity(world.ctx, project, { label: 3, score: 81 })
const ownLog = async (by: Person): Promise<OwnDelivery[]> =>
  (await call(app, by, 'GET', 'alert-deliveries')).json().data
/** The clock shows Friday, 12:00 UTC, which is 13:00 in Berlin. */
const untilTwo = { days: [5], from: '12:00', to: '14:00' }

describe('own quiet hours', () => {
  test('hold the messages of all rules for their person only, until they end', async () => {
    expect((await save(eve, { quietHours: untilTwo })).json().data).toEqual({ ...unset, quietHours: untilTwo })
    await addRule()
    await find()
    await run()
    expect(receivers()).toEqual(['ann'])
    expect(await ownLog(eve)).toMatchObject([
      { state: 'deferred', reason: "The recipient's quiet hours.", dueAt: '2026-11-20T13:00:00.000Z' },
    ])
    world.clock.advance(hour)
    await run()
    expect(receivers()).toEqual(['eve'])
  })

  test('release what waits for them as soon as they are changed', async () => {
    await save(eve, { quietHours: untilTwo })
    await addRule({ recipients: [eve.id] })
    await find()
    await run()
    await save(eve, {})
    await run()
    expect(receivers()).toEqual(['eve'])
  })
})

describe('an own digest time', () => {
  test('is when daily digests of all rules are sent, also those that wait already', async () => {
    await addRule({ rhythm: 'daily' })
    await find()
    await run()
    await save(eve, { timeOfDay: '18:00' })
    world.clock.advance(5 * hour)
    await run()
    expect(receivers()).toEqual(['eve'])
    await find()
    world.clock.advance(15 * hour)
    await run()
    expect(receivers()).toEqual(['ann'])
    world.clock.advance(9 * hour)
    await run()
    expect(receivers()).toEqual(['eve'])
  })

  test('stays when the rule changes', async () => {
    await save(eve, { timeOfDay: '18:00' })
    const { id } = await addRule({ rhythm: 'weekly' })
    await find()
    await run()
    await call(app, ann, 'PUT', `alert-rules/${id}`, { rhythm: 'daily', timeOfDay: '20:00' })
    world.clock.advance(5 * hour)
    await run()
    expect(receivers()).toEqual(['eve'])
    world.clock.advance(3 * hour)
    await run()
    expect(receivers()).toEqual(['ann'])
  })
})

describe('notification settings', () => {
  const bad: [string, object][] = [
    ['a whole week', { quietHours: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '08:00' } }],
    ['no day', { quietHours: { days: [], from: '08:00', to: '09:00' } }],
    ['a time that no clock shows', { timeOfDay: '24:00' }],
    ['an unknown key', { timeZone: 'UTC' }],
  ]
  test('belong to the caller, and refuse what makes no sense', async () => {
    for (const [what, data] of bad) expect((await save(eve, data)).statusCode, what).toBe(400)
    await save(eve, { timeOfDay: '18:00' })
    expect((await call(app, ann, 'GET', 'notification-settings')).json().data).toEqual(unset)
    expect((await call(app, eve, 'GET', 'notification-settings')).json().data.timeOfDay).toBe('18:00')
  })
})

describe('the log of a person', () => {
  test('has the messages to them in all their projects, and no others', async () => {
    const other = await setUpProject(app, eve, { name: 'Brewbook', keywords: [] })
    await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))
    await create(app, eve, 'alert-rules', { project: other, name: 'Brews' })
    await addRule()
    await seedOpportunity(world.ctx, other, { label: 3, score: 81 })
    await find()
    await run()
    const rows = (await ownLog(eve)).map((row) => `${row.project.name}: ${row.rule.name} ${row.state}`)
    expect(rows.toSorted()).toEqual(['Brewbook: Brews sent', 'Pipewell: Mine sent'])
    expect((await ownLog(ann)).map((row) => row.project.name)).toEqual(['Pipewell'])
  })

  test('has one row per rule for what an unconfirmed address missed', async () => {
    await addRule()
    await create(app, ann, 'alert-rules', { project, name: 'Second', recipients: [eve.id] })
    await world.ctx.db.run('earshot_web', [], (tx) =>
      tx.execute(sql`update "user" set confirmed_at = null where id = ${eve.id}`),
    )
    for (let lead = 0; lead < 3; lead++) {
      await find()
      await run()
      world.clock.advance(hour)
    }
    const reason = "The recipient's email address isn't confirmed."
    const missed = { state: 'refused', reason, finds: 3 }
    expect(await ownLog(eve)).toMatchObject([missed, missed])
    const log: AlertDelivery[] = (await call(app, ann, 'GET', `projects/${project}/alert-deliveries`)).json().data
    expect(log.filter(({ user }) => user?.id === eve.id)).toHaveLength(2)
    expect(log.filter(({ state }) => state === 'sent')).toHaveLength(3)
    await confirmAddress(world.url, eve)
    world.mails.length = 0
    await find()
    await run()
    expect(receivers(), 'what was missed stays missed').toEqual(['ann', 'eve', 'eve'])
    expect(world.mails).toEqual([])
  })
})

describe('a test email', () => {
  const sendTest = (by: Person) => call(app, by, 'POST', 'test-mails')

  test('goes to the caller', async () => {
    expect((await sendTest(eve)).json().data).toEqual({ email: 'eve@example.com' })
    await world.drain()
    expect(world.mails).toMatchObject([{ to: 'eve@example.com', subject: 'Test email from Earshot' }])
  })

  test('is refused while the address is not confirmed, and after ten in an hour', async () => {
    const zoe = await signUp(app, 'zoe@example.com')
    expect((await sendTest(zoe)).json().error.message).toBe('Confirm your email address first.')
    for (let sent = 0; sent < 10; sent++) await sendTest(eve)
    expect((await sendTest(eve)).statusCode).toBe(429)
  })
})

test('an alert without a mail server is kept for a day, and deleted once its post is deleted on Reddit', async () => {
  Object.assign(world.ctx, { mailer: { send: async () => ({ state: 'sent', kept: true }) } })
  const kept = async () => {
    const { rows } = await jobTransaction(ctx, (tx) =>
      tx.execute<{ text: string }>(sql`select body_text as text from mail where kept and delivery_id is not null`),
    )
    return rows.length
  }
  await addRule({ recipients: [eve.id] })
  const lead = await find()
  await run()
  expect(await kept()).toBe(1)
  const { rows } = await jobTransaction(ctx, (tx) =>
    tx.execute<{ outside: string }>(sql`
      select p.outside_id as outside from opportunity o join post p on p.id = o.post_id where o.id = ${lead}`),
  )
  await forgetPost(asJob(ctx), { source: 1, kind: 'post', outsideId: rows[0]!.outside }, 'deleted')
  expect(await kept()).toBe(0)
  expect(await ownLog(eve)).toMatchObject([{ state: 'sent' }])
  await find()
  await run()
  expect(await kept()).toBe(1)
  world.clock.advance(25 * hour)
  await deliverMail(ctx, null)
  expect(await kept()).toBe(0)
})

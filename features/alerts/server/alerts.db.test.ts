import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, deliverTo, record } from '#tests/support/leads.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedMention,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { runAlerts } from './evaluate-alerts.ts'

const minute = 60_000
const hour = 60 * minute

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(async () => {
  await world.restart()
  ctx = actingAs(world.ctx, { kind: 'job', name: 'alerts' })
  ann = await signUp(app, 'ann@example.com')
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann, { keywords: [] })
  await world.drain()
  world.mails.length = 0
})
afterAll(() => world.close())

/** Runs the job and sends what it wrote. */
async function run(): Promise<void> {
  await runAlerts(ctx)
  await world.drain()
}

/** The alerts that were mailed, without account mails. */
const alerts = () => world.mails.filter(({ subject }) => !subject.startsWith('Confirm'))

/** Subjects of the alerts that were mailed since the last call. */
function subjects(): string[] {
  const found = alerts().map(({ subject }) => subject)
  world.mails.length = 0
  return found
}

interface LogRow extends Record<string, unknown> {
  rule: string
  state: string
  reason: string | null
  finds: number
}

async function log(): Promise<LogRow[]> {
  const { rows } = await jobTransaction(ctx, (tx) =>
    tx.execute<LogRow>(sql`
      select r.name as rule, d.state, d.reason, d.finds from delivery d
      join alert_rule r on r.project_id = d.project_id and r.id = d.rule_id order by d.id`),
  )
  return rows
}

/** Deletes the default rules, and adds one. */
async function onlyRule(data: Record<string, unknown> = {}): Promise<string> {
  await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))
  return (await create(app, ann, 'alert-rules', { project, name: 'Mine', ...data })).id
}

const hot = { label: 3 as const, score: 81 }

describe('a new project', () => {
  test('sends hot leads at once and the rest in the morning', async () => {
    const id = await seedOpportunity(world.ctx, project, hot)
    await seedOpportunity(world.ctx, project, { label: 2, score: 40 })
    await seedOpportunity(world.ctx, project, { label: 2, score: 45 })
    await run()
    expect(world.mails).toHaveLength(1)
    const [mail] = world.mails
    expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Pipewell: New lead in r/Welding' })
    expect(mail?.text).toContain('“We are looking for a pipe welder.”')
    expect(mail?.text).toContain('r/Welding · 81% chance · just now')
    expect(mail?.text).toContain(`Open in Earshot: http://localhost:3000/app/opportunities?lead=${id}`)
    expect(mail?.text).toMatch(/Open on Reddit: https:\/\/www\.reddit\.com\/r\/Welding\/comments\/\w+\//)
    subjects()
    await run()
    expect(subjects()).toEqual([])
    world.clock.advance(20 * hour)
    await run()
    expect(subjects()).toEqual(['Pipewell: 2 new leads'])
    world.clock.advance(48 * hour)
    await run()
    expect(subjects()).toEqual([])
    expect(await log()).toEqual([
      { rule: 'Hot leads', state: 'sent', reason: null, finds: 1 },
      { rule: 'Daily digest', state: 'sent', reason: null, finds: 2 },
    ])
  })

  test('sends what the pipeline finds', async () => {
    await create(app, ann, 'keywords', { project, query: 'crm' })
    await world.drain()
    await deliverTo(world, [record('aaa', { postedAt: world.clock.now.getTime() - hour })])
    world.clock.advance(24 * hour)
    await run()
    expect(subjects()).toEqual([expect.stringMatching(/^Pipewell: New lead in r\/agency$/)])
  })
})

describe('a find is sent', () => {
  test('once, whatever crashes', async () => {
    await onlyRule()
    await seedOpportunity(world.ctx, project, hot)
    const kills = await killAtEachMoment(ctx, runAlerts)
    expect(kills).toBeGreaterThan(15)
    await world.drain()
    await run()
    expect(subjects()).toHaveLength(1)
  })

  test('once by two workers and repeated jobs', async () => {
    await onlyRule()
    for (let count = 0; count < 5; count++) await seedOpportunity(world.ctx, project, hot)
    await Promise.all([runAlerts(ctx), runAlerts(ctx), runAlerts(ctx)])
    await run()
    expect((await log()).reduce((sum, { finds }) => sum + finds, 0)).toBe(5)
    expect(subjects().length).toBe((await log()).length)
  })

  test('after its release, never before', async () => {
    await onlyRule()
    await jobTransaction(ctx, (tx) => tx.execute(sql`update project set leads_release_at = now() + interval '1 day'`))
    const id = await seedOpportunity(world.ctx, project, hot)
    await run()
    expect([subjects(), await log()]).toEqual([[], []])
    await jobTransaction(ctx, (tx) =>
      tx.execute(sql`update opportunity set released_at = now(), updated_at = now() where id = ${id}`),
    )
    await run()
    expect(subjects()).toHaveLength(1)
  })

  test("once it becomes hot, and only by its own project's rules", async () => {
    await onlyRule({ label: 3 })
    const bob = await signUp(app, 'bob@example.com')
    await confirmAddress(world.url, bob)
    const bobs = await setUpProject(app, bob, { name: 'Brewbook', keywords: [] })
    await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule where project_id = ${bobs}`))
    await create(app, bob, 'alert-rules', { project: bobs, name: 'Mine' })
    const id = await seedOpportunity(world.ctx, project, { label: 2 })
    await run()
    expect(subjects()).toEqual([])
    const label = async (value: number) => {
      await jobTransaction(ctx, (tx) => tx.execute(sql`update opportunity set label = ${value} where id = ${id}`))
      await run()
    }
    await label(3)
    expect(alerts().map(({ to }) => to)).toEqual(['ann@example.com'])
    subjects()
    await label(2)
    await label(3)
    expect(subjects()).toEqual([])
  })

  const fitting: [string, Record<string, unknown>, number][] = [
    ['by its words', { query: 'pipe -robot' }, 1],
    ['not by other words', { query: 'robot' }, 0],
    ['by its chance', { threshold: 81 }, 1],
    ['not below the chance', { threshold: 82 }, 0],
    ['not by a paused rule', { status: 'paused' }, 0],
    ['not by a rule about mentions', { kind: 'mention' }, 0],
  ]
  test('if it fits a rule', async () => {
    for (const [how, rule, count] of fitting) {
      project = await setUpProject(app, ann, { keywords: [] })
      await onlyRule(rule)
      await seedOpportunity(world.ctx, project, { ...hot, title: 'A pipe welder?' })
      await run()
      expect(subjects(), how).toHaveLength(count)
    }
  })

  test('with its keyword', async () => {
    const { id: wanted } = await create(app, ann, 'keywords', { project, query: 'crm' })
    const { id: other } = await create(app, ann, 'keywords', { project, query: 'sales pipeline' })
    await onlyRule({ keywords: [wanted] })
    await create(app, ann, 'alert-rules', { project, name: 'Other', keywords: [other], kind: 'mention' })
    await world.drain()
    const postedAt = world.clock.now.getTime()
    const title = 'Looking for a CRM for my clients, what do you recommend?'
    await deliverTo(world, [record('aaa', { postedAt, title, body: 'Happy to pay for something simple.' })])
    expect((await log()).map(({ rule }) => rule)).toEqual(['Mine'])
  })
})

test('mentions are sent', async () => {
  await onlyRule({ kind: 'mention' })
  await seedMention(world.ctx, project)
  await run()
  expect(subjects()).toEqual([expect.stringMatching(/^Pipewell: New mention in r\//)])
})

describe('a message waits', () => {
  test('for the end of quiet hours in the zone of its recipient, and collects meanwhile', async () => {
    const payload = { timeZone: 'Europe/Berlin' }
    await app.inject({ method: 'PUT', url: '/api/users/me', headers: ann.headers, payload })
    await onlyRule({ quietHours: { from: '12:00', to: '14:30' } })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await log()).toMatchObject([{ state: 'deferred', reason: 'Quiet hours.' }])
    world.clock.advance(hour)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(subjects()).toEqual([])
    world.clock.advance(30 * minute)
    await run()
    expect(subjects()).toEqual(['Pipewell: 2 new leads'])
  })

  test('for the end of a snooze, which can be undone', async () => {
    const id = await onlyRule({ snoozedUntil: '2026-12-01T08:00:00.000Z' })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await log()).toMatchObject([{ state: 'deferred', reason: 'The rule is snoozed.' }])
    await call(app, ann, 'PUT', `alert-rules/${id}`, { snoozedUntil: null })
    await run()
    expect(subjects()).toHaveLength(1)
  })

  test('for its digest, or no longer once the rule sends immediately', async () => {
    const id = await onlyRule({ rhythm: 'weekly' })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await log()).toMatchObject([{ state: 'queued' }])
    await call(app, ann, 'PUT', `alert-rules/${id}`, { rhythm: 'immediately' })
    await run()
    expect(subjects()).toHaveLength(1)
  })
})

describe('a message is not sent', () => {
  const daily = { rhythm: 'daily' }
  const cases: [string, string, (id: string) => Promise<unknown>][] = [
    [
      'to an unconfirmed address',
      "The recipient's email address isn't confirmed.",
      async () =>
        jobTransaction(ctx, async () => {
          await world.ctx.db.run('earshot_web', [], (tx) => tx.execute(sql`update "user" set confirmed_at = null`))
        }),
    ],
    [
      'by a rule that was paused',
      'The rule is paused.',
      (id) => call(app, ann, 'PUT', `alert-rules/${id}`, { status: 'paused' }),
    ],
    [
      'to a former recipient',
      'The recipient was removed from the rule or unsubscribed.',
      (id) => call(app, ann, 'PUT', `alert-rules/${id}`, { recipients: [] }),
    ],
    [
      'for an archived project',
      'The project is archived.',
      () => jobTransaction(ctx, (tx) => tx.execute(sql`update project set status = 'archived'`)),
    ],
    [
      'once its leads are decided',
      'Nothing left to send: everything was decided, handled, or deleted.',
      () => jobTransaction(ctx, (tx) => tx.execute(sql`update opportunity set state = 'replied'`)),
    ],
    [
      'without a plan',
      'The project has no active plan.',
      async () => {
        world.ctx.billing = 'paddle'
        ctx.billing = 'paddle'
      },
    ],
  ]
  test('if something changed in the meantime, and the log says what', async () => {
    for (const [what, reason, change] of cases) {
      await confirmAddress(world.url, ann)
      project = await setUpProject(app, ann, { keywords: [] })
      const id = await onlyRule(daily)
      await seedOpportunity(world.ctx, project, hot)
      await run()
      await change(id)
      world.clock.advance(24 * hour)
      await run()
      expect(await log(), what).toMatchObject([{ state: 'refused', reason }])
      expect(subjects(), what).toEqual([])
    }
  })

  test('to someone who left the project', async () => {
    const eve = await signUp(app, 'eve@example.com')
    await addMember(world.ctx, project, eve, 'client')
    await confirmAddress(world.url, eve)
    await onlyRule({ ...daily, recipients: [ann.id, eve.id] })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    await jobTransaction(ctx, (tx) => tx.execute(sql`delete from member where user_id = ${eve.id}`))
    world.clock.advance(24 * hour)
    await run()
    expect(alerts().map(({ to }) => to)).toEqual(['ann@example.com'])
  })

  test('to an address that the mail server refused, until it is tried again', async () => {
    const { mailer } = world.ctx
    await onlyRule()
    await seedOpportunity(world.ctx, project, hot)
    const refused = { state: 'refused', reason: '550 5.1.1', isAddress: true } as const
    Object.assign(world.ctx, { mailer: { send: async () => refused } })
    await run()
    expect(await log()).toMatchObject([{ state: 'refused', reason: '550 5.1.1' }])
    Object.assign(world.ctx, { mailer })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect((await log())[1]).toMatchObject({
      reason: 'A mail server permanently refused an earlier email to this address.',
    })
    expect(subjects()).toEqual([])
  })
})

describe('what is deleted on Reddit', () => {
  const forget = async (lead: string) => {
    const { rows } = await jobTransaction(ctx, (tx) =>
      tx.execute<{ outside: string }>(sql`
        select p.outside_id as outside from opportunity o join post p on p.id = o.post_id where o.id = ${lead}`),
    )
    await forgetPost(asJob(ctx), { source: 1, kind: 'post', outsideId: rows[0]!.outside }, 'deleted')
  }

  test('is left out of a message, also if the message is already written', async () => {
    await onlyRule()
    const gone = await seedOpportunity(world.ctx, project, { ...hot, title: 'Please forget this welder' })
    await seedOpportunity(world.ctx, project, { ...hot, title: 'Keep this welder' })
    await runAlerts(ctx)
    expect(await log()).toMatchObject([{ state: 'armed', finds: 2 }])
    await forget(gone)
    expect(await log()).toMatchObject([{ state: 'queued' }])
    await run()
    expect(world.mails).toHaveLength(1)
    expect(world.mails[0]?.text).toContain('Keep this welder')
    expect(JSON.stringify(world.mails)).not.toContain('Please forget')
    expect(await log()).toMatchObject([{ state: 'sent', finds: 1 }])
  })
})

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
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
import type { AlertPreview, AlertRule } from '../contract.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'
import { runAlertEvents } from './alert-events.ts'
import { runAlerts } from './evaluate-alerts.ts'

const hour = 3_600_000
const day = 24 * hour

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
  project = await setUpProject(app, ann, { keywords: [], summary: 'Welds pipes' })
  await world.drain()
  world.mails.length = 0
})
afterAll(() => world.close())

async function rules(): Promise<AlertRule[]> {
  return (await call(app, ann, 'GET', 'alert-rules?populate=recipients&sort=createdAt')).json().data
}

const log = async (): Promise<AlertDelivery[]> =>
  (await call(app, ann, 'GET', `projects/${project}/alert-deliveries`)).json().data

/** Deletes the default rules. */
const withoutRules = () => jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))

describe('rules', () => {
  test('of a new project tell hot leads immediately, the rest once a day, and reminders and mentions', async () => {
    expect(await rules()).toMatchObject([
      { name: 'Hot leads', rhythm: 'immediately', label: 3, fresh: true, restOnly: false, query: '' },
      { name: 'Daily digest', rhythm: 'daily', timeOfDay: '08:00', label: 2, fresh: false, restOnly: true },
      { name: 'Reminders, tasks, and notes', kind: 'personal', rhythm: 'immediately', channel: 'mail' },
      { name: 'Reminders, tasks, and notes by push', kind: 'personal', rhythm: 'immediately', channel: 'push' },
    ])
    for (const { recipients } of await rules()) expect(recipients).toMatchObject([{ email: 'ann@example.com' }])
  })

  test('are added for the caller or for chosen members, and changed', async () => {
    const eve = await signUp(app, 'eve@example.com')
    await addMember(world.ctx, project, eve, 'client')
    const workingHours = { days: [1, 5], from: '09:00', to: '17:00' }
    const { id } = await create(app, ann, 'alert-rules', { project, name: 'Mine', workingHours, kind: 'mention' })
    expect((await rules()).at(-1)).toMatchObject({ workingHours, recipients: [{ id: ann.id }] })
    const snoozedUntil = '2026-12-01T08:00:00.000Z'
    const data = { recipients: [ann.id, eve.id], snoozedUntil, query: '' }
    expect((await call(app, ann, 'PUT', `alert-rules/${id}`, data)).json().data).toMatchObject({ snoozedUntil })
    expect(
      (await rules())
        .at(-1)
        ?.recipients?.map(({ email }) => email)
        .sort(),
    ).toEqual([ann.email, eve.email])
    const put = (recipients: object) => call(app, ann, 'PUT', `alert-rules/${id}?populate=recipients`, { recipients })
    const told = async (recipients: object) =>
      (await put(recipients)).json().data.recipients.map((each: { id: string }) => each.id)
    expect(await told({ disconnect: [{ documentId: eve.id }] })).toEqual([ann.id])
    expect(await told({ connect: [eve.id], disconnect: [ann.id, eve.id] })).toEqual([eve.id])
    expect(await told({ set: [{ id: ann.id }] })).toEqual([ann.id])
    const stranger = await signUp(app, 'zoe@example.com')
    expect((await put({ connect: [stranger.id] })).statusCode).toBe(400)
    expect(await told({ connect: [] })).toEqual([ann.id])
  })

  const bad: [string, Record<string, unknown>, string][] = [
    ['an unknown kind', { kind: 'storm' }, 'kind'],
    ['a query that can’t be read', { query: '(' }, 'query'],
    ['a time that isn’t one', { timeOfDay: '25:00' }, 'timeOfDay'],
    [
      'working hours that end before they begin',
      { workingHours: { days: [1], from: '17:00', to: '09:00' } },
      'workingHours',
    ],
    ['a day that isn’t one', { workingHours: { days: [8], from: '07:00', to: '09:00' } }, 'workingHours'],
    ['a label that no lead has', { label: 1 }, 'label'],
    ['a channel that isn’t available', { channel: 'slack' }, 'channel'],
  ]
  test('with settings that make no sense are refused', async () => {
    for (const [what, data, field] of bad) {
      const answer = await call(app, ann, 'POST', 'alert-rules', { project, name: 'Mine', ...data })
      expect([what, answer.statusCode]).toEqual([what, 400])
      expect(JSON.stringify(answer.json().error), what).toContain(field)
    }
  })

  test('refuse recipients and keywords of other projects', async () => {
    const bob = await signUp(app, 'bob@example.com')
    const bobs = await setUpProject(app, bob, { name: 'Brewbook', keywords: [] })
    const { id: keyword } = await create(app, bob, 'keywords', { project: bobs, query: 'hops' })
    for (const data of [{ recipients: [bob.id] }, { keywords: [keyword] }]) {
      expect((await call(app, ann, 'POST', 'alert-rules', { project, name: 'Mine', ...data })).statusCode).toBe(400)
      const [rule] = await rules()
      expect((await call(app, ann, 'PUT', `alert-rules/${rule?.id}`, data)).statusCode).toBe(400)
    }
  })
})

describe('a preview', () => {
  const preview = async (data: object): Promise<AlertPreview> =>
    (await call(app, ann, 'POST', `projects/${project}/alert-preview`, data)).json().data

  beforeEach(async () => {
    const now = world.clock.now
    for (const [daysAgo, label, score] of [
      [0, 3, 90],
      [0, 2, 50],
      [2, 3, 80],
      [2, 2, 40],
      [9, 3, 95],
    ] as const) {
      world.clock.now = new Date(now.getTime() - daysAgo * day)
      await seedOpportunity(world.ctx, project, { label, score, title: `Welder ${score}` })
    }
    world.clock.now = now
  })

  const kinds: [string, object, number, number][] = [
    ['immediate messages', {}, 2, 4],
    ['hot leads', { label: 3 }, 2, 2],
    ['a chance', { threshold: 85 }, 1, 1],
    ['a daily digest', { rhythm: 'daily' }, 2, 4],
    ['a weekly digest', { rhythm: 'weekly' }, 1, 4],
    ['the rest that the default rules leave', { restOnly: true, rhythm: 'daily' }, 2, 2],
    ['words that nobody used', { query: 'robot' }, 0, 0],
    ['mentions, of which there are none', { kind: 'mention' }, 0, 0],
  ]
  test('says what last week would have brought, shows the newest finds, and stores nothing', async () => {
    for (const [what, rule, messages, count] of kinds) {
      expect(await preview(rule), what).toMatchObject({ messages, count })
    }
    const { finds } = await preview({ label: 3 })
    expect(finds).toMatchObject([
      { title: 'Welder 90', score: 90, subreddit: 'Welding' },
      { title: 'Welder 80', score: 80 },
    ])
    expect(await rules()).toHaveLength(4)
    // Of other kinds it is unknown.
    expect(await preview({ kind: 'quota' })).toEqual({ messages: null, count: null, finds: [] })
    expect((await call(app, ann, 'POST', `projects/${project}/alert-preview`, { query: '(' })).statusCode).toBe(400)
  })

  test("doesn't count held leads", async () => {
    await jobTransaction(ctx, (tx) => tx.execute(sql`update opportunity set released_at = null`))
    expect(await preview({})).toMatchObject({ messages: 0, count: 0 })
  })
})

describe('a sample', () => {
  test('goes to the caller, with the newest find, and is in the log', async () => {
    await confirmAddress(world.url, ann)
    await withoutRules()
    const { id } = await create(app, ann, 'alert-rules', { project, name: 'Mine' })
    await seedOpportunity(world.ctx, project)
    const answer = await call(app, ann, 'POST', `alert-rules/${id}/sample`)
    expect([answer.statusCode, answer.json().data]).toMatchObject([201, { sample: true, state: 'armed' }])
    await world.drain()
    const sample = world.mails.find(({ subject }) => subject.startsWith('Sample'))
    expect(sample).toMatchObject({ to: ann.email, subject: 'Sample: Pipewell: New lead in r/Welding' })
    expect((await log()).find((row) => row.sample)).toMatchObject({ state: 'sent', rule: { name: 'Mine' } })
  })

  test('of a rule of any kind exists before there is anything to tell', async () => {
    await confirmAddress(world.url, ann)
    for (const kind of ['lead', 'mention', 'spike', 'keywordHealth', 'sourceTrouble', 'quota']) {
      world.mails.length = 0
      const { id } = await create(app, ann, 'alert-rules', { project, name: kind, kind })
      expect((await call(app, ann, 'POST', `alert-rules/${id}/sample`)).statusCode, kind).toBe(201)
      await world.drain()
      const subjects = world.mails.map(({ subject }) => subject)
      expect(subjects, kind).toEqual([expect.stringMatching(/^Sample: Pipewell: \S/)])
    }
  })

  test('needs a confirmed address', async () => {
    const [rule] = await rules()
    const answer = await call(app, ann, 'POST', `alert-rules/${rule?.id}/sample`)
    expect([answer.statusCode, answer.json().error.message]).toEqual([409, 'Confirm your email address first.'])
  })
})

test('an address that a mail server refused is shown to its owner, who can try it again', async () => {
  await confirmAddress(world.url, ann)
  const state = async () => (await call(app, ann, 'GET', 'mail-suppression')).json().data
  expect(await state()).toBeNull()
  await jobTransaction(ctx, (tx) =>
    tx.execute(sql`insert into mail_suppression values (${ann.id}, '550 5.1.1', ${ctx.now().toISOString()})`),
  )
  expect(await state()).toEqual({
    since: '2026-11-20T12:00:00.000Z',
    reason: 'A mail server refused this address (550 5.1.1), so it gets no alerts.',
  })
  const [rule] = await rules()
  expect((await call(app, ann, 'POST', `alert-rules/${rule?.id}/sample`)).statusCode).toBe(409)
  expect((await call(app, ann, 'DELETE', 'mail-suppression')).statusCode).toBe(204)
  expect(await state()).toBeNull()
})

test('the log says why a message was not delivered', async () => {
  await withoutRules()
  await create(app, ann, 'alert-rules', { project, name: 'Mine' })
  await seedOpportunity(world.ctx, project)
  await runAlerts(ctx)
  const user = { id: ann.id, email: ann.email }
  expect(await log()).toMatchObject([
    { state: 'refused', reason: "The recipient's email address isn't confirmed.", user, finds: 1, dueAt: null },
  ])
})

describe('events are sent once', () => {
  beforeEach(() => confirmAddress(world.url, ann))
  const run = async () => {
    await runAlertEvents(ctx)
    await world.drain()
    const told = world.mails.map(({ subject }) => subject)
    world.mails.length = 0
    return told
  }
  const only = async (kind: string) => {
    await withoutRules()
    await create(app, ann, 'alert-rules', { project, name: kind, kind })
  }

  test('a mention spike', async () => {
    await only('spike')
    const at = (daysAgo: number) => new Date(world.clock.now.getTime() - daysAgo * day)
    for (let daysAgo = 10; daysAgo > 0; daysAgo -= 3) await seedMention(world.ctx, project, { postedAt: at(daysAgo) })
    expect(await run()).toEqual([])
    const named = [{ id: ctx.id(), kind: 'industry' as const, phrase: 'crm', sentiment: null }]
    for (let daysAgo = 10; daysAgo > 0; daysAgo -= 3) {
      await seedMention(world.ctx, project, { named, postedAt: at(daysAgo) })
    }
    for (let count = 0; count < 6; count++) await seedMention(world.ctx, project, { named, postedAt: at(0) })
    expect(await run()).toEqual(['Pipewell: Mention spike'])
    expect(await run()).toEqual([])
  })

  test('a keyword without matches', async () => {
    await only('keywordHealth')
    await create(app, ann, 'keywords', { project, query: 'zirconium rod' })
    await create(app, ann, 'keywords', { project, query: 'hafnium rod' })
    await world.drain()
    await seedOpportunity(world.ctx, project, {})
    await jobTransaction(ctx, (tx) =>
      tx.execute(sql`
        insert into candidate (project_id, post_id, project_version, hits, score, label, created_at)
        select project_id, post_id, 1, '[{"kind": "keyword", "phrase": "pipe"}]', 1, 1, created_at from opportunity`),
    )
    expect(await run()).toEqual([])
    world.clock.advance(15 * day)
    expect(await run()).toEqual(['Pipewell: 2 updates'])
    expect(await run()).toEqual([])
  })

  test('a source in trouble, again in its next outage', async () => {
    await only('sourceTrouble')
    const fail = (since: string) =>
      jobTransaction(ctx, (tx) =>
        tx.execute(sql`
          insert into source_health (source, last_success_at, failed_at, error, updated_at)
          values ('reddit-api', ${since}, ${since}, 'timeout', ${since})
          on conflict (source) do update set last_success_at = excluded.last_success_at, failed_at = excluded.failed_at`),
      )
    await fail('2026-11-20T11:50:00Z')
    expect(await run()).toEqual([])
    await fail('2026-11-20T11:40:00Z')
    expect(await run()).toEqual(["Pipewell: The Reddit API isn't delivering posts"])
    expect(await run()).toEqual([])
    world.clock.advance(day)
    await fail('2026-11-21T11:40:00Z')
    expect(await run()).toHaveLength(1)
  })

  test('keywords that wait for a larger plan', async () => {
    await only('quota')
    await create(app, ann, 'keywords', { project, query: 'crm' })
    expect(await run()).toEqual([])
    await jobTransaction(ctx, (tx) => tx.execute(sql`update keyword set status = 'paused', paused_by = 'quota'`))
    expect(await run()).toEqual(['Pipewell: Limit of keywords reached'])
    expect(await run()).toEqual([])
  })
})

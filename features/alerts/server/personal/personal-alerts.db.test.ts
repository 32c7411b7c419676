import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { OwnDelivery } from '../../contract-personal.ts'
import { ann, app, ctx, openWebhooks, receiver, run as send, world } from '../destinations/tests/webhook-scene.ts'
import { newBrowser } from '../push/factories.ts'
import { decrypted } from '../push/tests/push-receiver.ts'
import { runPersonalAlerts } from './personal-alerts.ts'

openWebhooks()

const hour = 3_600_000
const link = () => `/app/opportunities?lead=${lead}`

let bob: Person
let project: string
let lead: string

beforeEach(async () => {
  bob = await signUp(app, 'bob@example.com')
  await confirmAddress(world.url, bob)
  // With the rules of a new project.
  project = await setUpProject(app, ann, { name: 'Tidewell', keywords: [] })
  await addMember(world.ctx, project, bob, 'member')
  await world.drain()
  lead = await seedOpportunity(world.ctx, project)
  world.mails.length = 0
})

/** Adds Cleo, a client. */
async function joinClient(): Promise<Person> {
  const cleo = await signUp(app, 'cleo@example.com')
  await addMember(world.ctx, project, cleo, 'client')
  return cleo
}

async function run(): Promise<void> {
  await runPersonalAlerts(ctx)
  await send()
}

/** The mails about reminders, tasks, and notes since the last call. */
function mails(): string[] {
  const found = world.mails.filter(({ subject }) => /Reminder|mentioned|Task/.test(subject))
  world.mails.length = 0
  return found.map(({ to, subject }) => `${to}: ${subject}`).toSorted()
}

const inHours = (hours: number) => new Date(world.clock.now.getTime() + hours * hour).toISOString()
const remind = (by: Person, hours = 1, text = '', id = lead) =>
  call(app, by, 'PUT', `opportunities/${id}/reminder`, { dueAt: inHours(hours), text })
const note = (by: Person, text: string) => create(app, by, 'notes', { project, opportunity: lead, text })
const notices = async (by: Person) => (await call(app, by, 'GET', `projects/${project}/notices`)).json().data
const ownLog = async (by: Person): Promise<OwnDelivery[]> =>
  (await call(app, by, 'GET', 'alert-deliveries')).json().data
const reminded = 'bob@example.com: Tidewell: Reminder: a lead in r/Welding'
const mentioned = 'bob@example.com: Tidewell: ann mentioned you in a note about a lead in r/Welding'

describe('a due reminder', () => {
  test('is mailed once to whoever set it, with its text and a link to the lead, and is shown in the app', async () => {
    await remind(bob, 1, 'Ask for the budget')
    await run()
    expect([mails(), await notices(bob)]).toEqual([[], []])
    world.clock.advance(hour)
    await run()
    const [mail] = world.mails
    expect(mail?.text).toContain('Ask for the budget')
    expect(mail?.text).toContain(link())
    expect(mails()).toEqual([reminded])
    await run()
    expect(mails()).toEqual([])
    expect(await notices(bob)).toMatchObject([
      { kind: 'reminder', opportunity: lead, title: 'Which welder for pipes?', text: 'Ask for the budget', by: null },
    ])
    expect(await notices(ann)).toEqual([])
  })

  test('is mailed once, whatever crashes', async () => {
    await remind(bob)
    world.clock.advance(hour)
    const kills = await killAtEachMoment(
      ctx,
      async (process) => runPersonalAlerts(process),
      () => world.clock.advance(1),
    )
    expect(kills).toBeGreaterThan(3)
    await run()
    expect(mails()).toEqual([reminded])
  })

  test('is not sent after its lead was decided, or after it was cleared, moved, or done', async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => call(app, ann, 'PUT', `opportunities/${id}/reply`),
      (id) => call(app, ann, 'PUT', `opportunities/${id}/rejection`, { reason: 'notBuying' }),
      (id) => call(app, ann, 'DELETE', `opportunities/${id}/reminder`),
      (id) => remind(bob, 48, '', id),
      (id) => ask(world.url, 'update reminder set done = true where opportunity_id = $1', [id]),
    ]
    for (const change of changes) {
      const id = await seedOpportunity(world.ctx, project)
      await remind(bob, 1, '', id)
      await change(id)
    }
    await remind(bob)
    world.clock.advance(hour)
    await run()
    expect(mails()).toEqual([reminded])
    expect(await notices(bob)).toMatchObject([{ opportunity: lead }])
  })

  test('waits for the end of quiet hours, and is not sent if it was cleared by then', async () => {
    // The clock shows Friday, 12:00.
    const quietHours = { days: [5], from: '12:00', to: '16:00' }
    await call(app, bob, 'PUT', 'notification-settings', { quietHours, timeOfDay: null })
    await ask(world.url, `update "user" set time_zone = 'UTC' where id = $1`, [bob.id])
    await remind(bob)
    world.clock.advance(hour)
    await run()
    expect(await ownLog(bob)).toMatchObject([{ state: 'deferred', reason: "The recipient's quiet hours." }])
    await call(app, bob, 'DELETE', `opportunities/${lead}/reminder`)
    world.clock.advance(4 * hour)
    await run()
    expect(mails()).toEqual([])
    expect(await ownLog(bob)).toMatchObject([{ state: 'refused', finds: 0 }])
  })

  test('is sent again after it was moved, and after the decision about its lead was undone', async () => {
    await remind(bob)
    world.clock.advance(hour)
    await run()
    await remind(bob, 2)
    await call(app, ann, 'PUT', `opportunities/${lead}/reply`)
    world.clock.advance(2 * hour)
    await run()
    expect(mails()).toEqual([reminded])
    await call(app, ann, 'DELETE', `opportunities/${lead}/reply`)
    await run()
    expect(mails()).toEqual([reminded])
  })

  test('belongs to whoever moved it last', async () => {
    await remind(bob)
    await remind(ann, 2)
    world.clock.advance(2 * hour)
    await run()
    expect(mails()).toEqual(['ann@example.com: Tidewell: Reminder: a lead in r/Welding'])
  })

  test('reaches the browsers of its person, and the webhooks of the rule', async () => {
    const laptop = newBrowser('https://push.pipewell.com/laptop')
    await create(app, bob, 'push-browsers', { ...laptop.subscription })
    const hook = (
      await create(app, ann, 'destinations', { project, name: 'Zap', address: 'https://tidewell.com/hook' })
    ).id
    const [rule] = (
      await call(app, ann, 'GET', `alert-rules?filters[name]=Reminders, tasks, and notes&filters[project]=${project}`)
    ).json().data
    await call(app, ann, 'PUT', `alert-rules/${rule.id}`, { destinations: [hook] })
    receiver.answers(201)
    await remind(bob)
    world.clock.advance(hour)
    await run()
    const [push] = receiver.received.filter(({ path }) => path === '/laptop')
    expect(decrypted(push!, laptop)).toMatchObject({ title: 'Tidewell: Reminder: a lead in r/Welding', path: link() })
    const [posted] = receiver.received.filter(({ path }) => path === '/hook')
    expect(JSON.parse(String(posted?.body))).toMatchObject({
      type: 'alert.event',
      data: { events: [{ subject: 'Reminder for bob: a lead in r/Welding' }] },
    })
    expect(mails()).toEqual([reminded])
  })
})

describe('a note', () => {
  test('is told once to the people whom it mentions, by mail and in the app', async () => {
    const { id } = await note(ann, `<@${bob.id}> can you take this? <@${ann.id}>`)
    await run()
    const [mail] = world.mails
    expect(mail?.text).toContain('@bob@example.com can you take this?')
    expect(mail?.text).toContain(link())
    expect(mails()).toEqual([mentioned])
    await call(app, ann, 'PUT', `notes/${id}`, { text: `<@${bob.id}> please take this` })
    await run()
    expect(mails()).toEqual([])
    expect(await notices(bob)).toMatchObject([
      { kind: 'mention', id, opportunity: lead, text: '@bob@example.com please take this', by: 'ann@example.com' },
    ])
    expect((await call(app, bob, 'PUT', `notes/${id}/seen`)).statusCode).toBe(200)
    expect(await notices(bob)).toEqual([])
  })

  test('tells only those whom an edit adds', async () => {
    const { id } = await note(bob, 'Looks good')
    await call(app, bob, 'PUT', `notes/${id}`, { text: `Looks good, <@${ann.id}>` })
    await run()
    expect(mails()).toEqual(['ann@example.com: Tidewell: bob mentioned you in a note about a lead in r/Welding'])
  })

  test('is not told after it was deleted, or no longer mentions them', async () => {
    const { id } = await note(ann, `<@${bob.id}>`)
    const { id: other } = await note(ann, `<@${bob.id}>`)
    await call(app, ann, 'DELETE', `notes/${id}`)
    await call(app, ann, 'PUT', `notes/${other}`, { text: 'Never mind' })
    await run()
    expect([mails(), await notices(bob)]).toEqual([[], []])
  })

  test('is not mailed to an unconfirmed address, and not to people who left', async () => {
    await ask(world.url, 'update "user" set confirmed_at = null where id = $1', [bob.id])
    await note(ann, `<@${bob.id}>`)
    await run()
    expect(mails()).toEqual([])
    expect(await notices(bob)).toHaveLength(1)
    await confirmAddress(world.url, bob)
    const { id } = await note(ann, `<@${bob.id}>`)
    await ask(world.url, 'delete from member where project_id = $1 and user_id = $2', [project, bob.id])
    await run()
    expect(mails()).toEqual([])
    const read = (await call(app, ann, 'GET', `notes/${id}`)).json().data
    expect(read).toMatchObject({ text: `<@${bob.id}>`, mentions: [{ id: bob.id, name: null }] })
    // Later changes may keep the mention.
    expect((await call(app, ann, 'PUT', `notes/${id}`, { text: `Ask <@${bob.id}>` })).statusCode).toBe(200)
  })

  test("can't mention clients, strangers, or too many people", async () => {
    const cleo = await joinClient()
    const stranger = await signUp(app, 'stranger@example.com')
    for (const text of [
      `<@${cleo.id}>`,
      `<@${stranger.id}>`,
      Array.from({ length: 21 }, () => `<@${world.ctx.id()}>`).join(' '),
    ]) {
      const refused = (await call(app, ann, 'POST', 'notes', { project, opportunity: lead, text })).json()
      expect(refused.error).toMatchObject({ status: 400, details: { errors: [{ path: ['text'] }] } })
    }
  })
})

describe('a due task', () => {
  const add = (assignee: string | null) =>
    create(app, ann, 'tasks', { project, person, text: 'Send the offer', dueAt: inHours(1), assignee })
  const task = (to: string) => `${to}@example.com: Tidewell: Task: u/mara`
  let person: string
  beforeEach(async () => {
    person = (await create(app, ann, 'people', { project, handle: 'mara' })).id
  })

  test('is mailed once to whom it is assigned, or to whoever added it, and is shown in the app until it is done', async () => {
    const { id } = await add(bob.id)
    await add(null)
    await run()
    expect([mails(), await notices(bob)]).toEqual([[], []])
    world.clock.advance(hour)
    await run()
    const mail = world.mails.find(({ to }) => to === 'bob@example.com')
    expect(mail?.text).toContain('Send the offer')
    expect(mail?.text).toContain(`/app/crm?person=${person}`)
    expect(mails()).toEqual([task('ann'), task('bob')])
    await run()
    expect(mails()).toEqual([])
    expect(await notices(bob)).toMatchObject([
      { kind: 'task', opportunity: null, person, title: 'u/mara', text: 'Send the offer', by: null },
    ])
    await call(app, bob, 'PUT', `tasks/${id}`, { done: true })
    expect(await notices(bob)).toEqual([])
  })

  test('is sent again after it was moved or given to somebody else, and not after it was done', async () => {
    const { id } = await add(ann.id)
    const { id: done } = await add(bob.id)
    await call(app, ann, 'PUT', `tasks/${done}`, { done: true })
    world.clock.advance(hour)
    await run()
    expect(mails()).toEqual([task('ann')])
    await call(app, ann, 'PUT', `tasks/${id}`, { text: 'Send both offers' })
    await run()
    expect(mails()).toEqual([])
    await call(app, ann, 'PUT', `tasks/${id}`, { assignee: bob.id })
    await run()
    expect(mails()).toEqual([task('bob')])
    await call(app, ann, 'PUT', `tasks/${id}`, { dueAt: inHours(2) })
    world.clock.advance(2 * hour)
    await run()
    expect(mails()).toEqual([task('bob')])
  })
})

describe('the notices of a project', () => {
  test('are for its team alone', async () => {
    const cleo = await joinClient()
    expect((await call(app, cleo, 'GET', `projects/${project}/notices`)).statusCode).toBe(403)
    const stranger = await signUp(app, 'stranger@example.com')
    expect((await call(app, stranger, 'GET', `projects/${project}/notices`)).statusCode).toBe(404)
    expect((await app.inject({ url: `/api/projects/${project}/notices` })).statusCode).toBe(403)
  })
})

test('whoever joins the team gets the rules about reminders and mentions, but no client does', async () => {
  const cleo = await joinClient()
  await ask(world.url, `update project set status = 'done'`)
  const names = async (by: Person) =>
    (await call(app, by, 'GET', 'alert-subscriptions'))
      .json()
      .data.filter((each: { subscribed: boolean }) => each.subscribed)
      .map((each: { rule: { name: string } }) => each.rule.name)
  expect(await names(bob)).toEqual(['Reminders, tasks, and notes', 'Reminders, tasks, and notes by push'])
  expect(await names(cleo)).toEqual([])
  await ask(world.url, `update member set role = 'member' where user_id = $1`, [cleo.id])
  expect(await names(cleo)).toHaveLength(2)
})

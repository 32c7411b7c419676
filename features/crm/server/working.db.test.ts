import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  type Person,
  seedMention,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
let lead: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'member')
  lead = await seedOpportunity(world.ctx, project)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (by: Person, method: Method, path: string, data?: object) => call(app, by, method, path, data)
const actions = async () => (await auditOf(world.ctx, project)).map((line) => line.split(' ')[1]).slice(1)

describe('a note', () => {
  test('has an author and a subject, and its changes are in the audit log', async () => {
    const { id } = await create(app, ann, 'notes', { project, opportunity: lead, text: ' Asked for a price ' })
    const read = (await send(bob, 'GET', `notes/${id}?populate=*`)).json().data
    expect(read).toMatchObject({
      text: 'Asked for a price',
      opportunity: { id: lead },
      createdBy: { email: ann.email },
    })
    expect(read.person).toBeNull()
    expect((await send(bob, 'PUT', `notes/${id}`, { text: 'Was told' })).json().data.text).toBe('Was told')
    expect((await send(bob, 'PUT', `notes/${id}`, { text: 'Was told' })).statusCode).toBe(200)
    expect((await send(bob, 'DELETE', `notes/${id}`)).statusCode).toBe(204)
    expect(await actions()).toEqual(['note.create', 'note.update', 'note.delete'])
  })

  test('keeps its lead when no keyword matches it anymore', async () => {
    const other = await seedOpportunity(world.ctx, project)
    await create(app, ann, 'notes', { project, opportunity: lead, text: 'Asked' })
    await world.drain()
    expect((await send(ann, 'GET', `opportunities/${lead}`)).statusCode).toBe(200)
    expect((await send(ann, 'GET', `opportunities/${other}`)).statusCode).toBe(404)
  })
})

describe('a reminder', () => {
  const put = (dueAt: string, text?: string) => send(ann, 'PUT', `opportunities/${lead}/reminder`, { dueAt, text })

  test('is created, moved and deleted by its lead', async () => {
    const created = (await put('2026-12-01T09:00:00+01:00', 'Call again')).json().data
    expect(created).toMatchObject({ dueAt: '2026-12-01T08:00:00.000Z', text: 'Call again', done: false })
    const moved = (await put('2026-12-02T09:00:00Z')).json().data
    expect(moved).toMatchObject({ id: created.id, dueAt: '2026-12-02T09:00:00.000Z', text: 'Call again' })
    for (let times = 0; times < 2; times++) {
      expect((await send(ann, 'DELETE', `opportunities/${lead}/reminder`)).statusCode).toBe(204)
    }
    expect(await actions()).toEqual(['reminder.create', 'reminder.update', 'reminder.delete'])
  })

  test('is unique among open ones, and done ones stay', async () => {
    const first = (await put('2026-12-01T09:00:00Z')).json().data
    const second = await send(ann, 'POST', 'reminders', { project, opportunity: lead, dueAt: '2026-12-02T09:00:00Z' })
    expect(second.json().error).toMatchObject({
      status: 400,
      message: expect.stringContaining('Change that one instead'),
    })
    await send(ann, 'PUT', `reminders/${first.id}`, { done: true })
    const next = (await put('2026-12-03T09:00:00Z')).json().data
    expect(next.id).not.toBe(first.id)
    const reopened = await send(ann, 'PUT', `reminders/${first.id}`, { done: false })
    expect(reopened.statusCode).toBe(400)
  })
})

describe('a claim', () => {
  const claimBy = (by: Person) => send(by, 'PUT', `opportunities/${lead}/claim`)

  test("belongs to one user at a time, and a later claim is refused with that user's name", async () => {
    const claimed = (await claimBy(ann)).json().data
    expect(claimed).toMatchObject({ id: lead, claim: { by: ann.email, at: world.clock.now.toISOString() } })
    expect((await claimBy(ann)).json().data).toEqual(claimed)
    const late = await claimBy(bob)
    expect(late.json().error).toMatchObject({ status: 409, message: 'ann@example.com is already working on this lead' })
    const [listed] = (await send(bob, 'GET', `opportunities?filters[project]=${project}`)).json().data
    expect(listed.claim).toEqual(claimed.claim)
    for (let times = 0; times < 2; times++) {
      const free = await send(bob, 'DELETE', `opportunities/${lead}/claim`)
      expect(free.json().data.claim).toBeNull()
    }
    expect((await claimBy(bob)).json().data.claim.by).toBe(bob.email)
    expect(await actions()).toEqual(['opportunity.claim', 'opportunity.unclaim', 'opportunity.claim'])
  })

  test('by two users at once succeeds for one', async () => {
    const answers = await Promise.all([claimBy(ann), claimBy(bob)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await ask(world.url, 'select from claim where opportunity_id = $1', [lead])).toHaveLength(1)
  })
})

describe('an assignment', () => {
  const assign = (by: Person, user: unknown, id = lead) =>
    send(by, 'PUT', `opportunities/${id}/assignee`, { assignee: user })

  test('claims the lead for a member, even in place of another, and ends as a claim does', async () => {
    expect((await assign(ann, bob.id)).json().data.claim).toEqual({
      user: bob.id,
      by: bob.email,
      at: world.clock.now.toISOString(),
    })
    const again = await assign(bob, bob.id)
    expect(again.statusCode).toBe(200)
    expect((await send(ann, 'PUT', `opportunities/${lead}/claim`)).statusCode).toBe(409)
    expect((await assign(bob, ann.id)).json().data.claim.by).toBe(ann.email)
    const free = await send(bob, 'DELETE', `opportunities/${lead}/claim`)
    expect(free.json().data.claim).toBeNull()
    expect(await actions()).toEqual(['opportunity.assign', 'opportunity.assign', 'opportunity.unclaim'])
  })

  test('is refused for users outside the team, for other people, and without a user', async () => {
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    const dora = await signUp(app, `dora-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, dora, 'client')
    for (const user of [cleo.id, dora.id]) {
      expect((await assign(ann, user)).json().error).toMatchObject({
        status: 400,
        message: "assignee must be a member of the project's team",
      })
    }
    for (const user of [undefined, null, 'bob']) expect((await assign(ann, user)).statusCode).toBe(400)
    expect((await assign(cleo, cleo.id)).statusCode).toBe(404)
    expect((await assign(dora, ann.id)).statusCode).toBe(403)
    const path = `/api/opportunities/${lead}/assignee`
    const signedOut = await app.inject({ method: 'PUT', url: path, payload: { data: { assignee: ann.id } } })
    expect(signedOut.statusCode).toBe(403)
    expect(await actions()).toEqual([])
  })
})

describe('a prompt', () => {
  test('keeps every version, and returns to an old one by its text', async () => {
    const { id } = await create(app, ann, 'prompts', { project, kind: 'voice', subreddit: 'r/Welding', text: 'Short' })
    for (const data of [{ text: 'Long' }, { active: false }, { text: 'Long' }, { text: 'Short', active: true }]) {
      expect((await send(ann, 'PUT', `prompts/${id}`, data)).statusCode).toBe(200)
    }
    expect((await send(ann, 'GET', `prompts/${id}`)).json().data).toMatchObject({
      ...{ subreddit: 'Welding', text: 'Short', version: 4, active: true },
    })
    const query = `prompt-versions?filters[prompt]=${id}&sort=version:asc&populate=createdBy`
    const { data } = (await send(bob, 'GET', query)).json()
    expect(data.map((row: Record<string, unknown>) => [row.version, row.text, row.active])).toEqual([
      [1, 'Short', true],
      [2, 'Long', true],
      [3, 'Long', false],
      [4, 'Short', true],
    ])
    expect(data[0].createdBy.email).toBe(ann.email)
  })

  test('is unique by kind and community, ignoring case', async () => {
    await create(app, ann, 'prompts', { project, kind: 'facts', text: 'Welds 4 m a day' })
    await create(app, ann, 'prompts', { project, kind: 'facts', subreddit: 'Welding', text: 'Welds' })
    for (const subreddit of [null, 'welding']) {
      const again = await send(ann, 'POST', 'prompts', { project, kind: 'facts', subreddit, text: 'Again' })
      expect(again.json().error).toMatchObject({
        status: 400,
        message: expect.stringContaining('Change that one instead'),
      })
    }
  })

  test('can be changed only by roles that may change the project', async () => {
    const { id } = await create(app, ann, 'prompts', { project, kind: 'voice', text: 'Short' })
    expect((await send(bob, 'PUT', `prompts/${id}`, { text: 'Long' })).statusCode).toBe(403)
    expect((await send(bob, 'GET', `prompts/${id}`)).statusCode).toBe(200)
  })

  test('gets one version from each of two concurrent changes', async () => {
    const { id } = await create(app, ann, 'prompts', { project, kind: 'voice', text: 'Short' })
    await Promise.all(['Long', 'Longer'].map((text) => send(ann, 'PUT', `prompts/${id}`, { text })))
    const { data } = (await send(ann, 'GET', `prompt-versions?filters[prompt]=${id}&sort=version`)).json()
    expect(data.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3])
  })
})

describe('a mention', () => {
  test('can be marked as handled, with user and time, and reopened', async () => {
    const id = await seedMention(world.ctx, project)
    const handled = (await send(bob, 'PUT', `mentions/${id}`, { handled: true })).json().data
    expect(handled).toMatchObject({ handled: true, handledAt: world.clock.now.toISOString() })
    const [row] = await ask(world.url, 'select handled_by from mention where id = $1', [id])
    expect(row).toEqual({ handled_by: bob.id })
    const open = (await send(ann, 'PUT', `mentions/${id}`, { handled: false })).json().data
    expect(open).toMatchObject({ handled: false, handledAt: null })
  })

  test('is returned with its post, also to a client, and is deleted with it', async () => {
    const id = await seedMention(world.ctx, project, { sentiment: 'negative' })
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, cleo, 'client')
    const query = 'mentions?filters[sentiment]=negative&filters[handled]=false&populate=post&sort=postedAt:desc'
    const [found] = (await send(cleo, 'GET', query)).json().data
    expect(found).toMatchObject({ id, post: { subreddit: 'Welding' } })
    expect((await send(cleo, 'GET', 'mentions?populate=keyword')).statusCode).toBe(400)
    await ask(world.url, 'delete from opportunity where post_id = $1', [found.post.id])
    await ask(world.url, 'delete from post where id = $1', [found.post.id])
    expect((await send(ann, 'GET', `mentions/${id}`)).statusCode).toBe(404)
  })
})

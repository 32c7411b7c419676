import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  call,
  create,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, bob, 'member')
  await addMember(world.ctx, project, cleo, 'client')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const send = (by: Person, method: Method, path: string, data?: object) => call(app, by, method, path, data)
const person = (handle = 'mara') => create(app, ann, 'people', { project, handle })

describe('a person', () => {
  test('is unique by handle, ignoring case', async () => {
    const created = (await send(ann, 'POST', 'people', { project, handle: ' /u/Mara_ ' })).json().data
    expect(created).toMatchObject({ handle: 'Mara_', stage: 'new', tags: [], doNotContact: false })
    const again = await send(ann, 'POST', 'people', { project, handle: 'mara_' })
    expect(again.json().error).toMatchObject({ status: 400, message: 'This person already exists' })
  })

  test('has a value with a currency, and an owner from the team', async () => {
    const { id } = await person()
    const written = await send(ann, 'PUT', `people/${id}`, { value: 120_000, currency: 'EUR', owner: bob.id })
    expect(written.json().data).toMatchObject({ value: 120_000, currency: 'EUR' })
    expect((await send(ann, 'GET', `people/${id}?populate=owner`)).json().data.owner.email).toBe(bob.email)
    expect((await send(ann, 'PUT', `people/${id}`, { currency: null })).statusCode).toBe(400)
    for (const owner of [cleo.id, world.ctx.id()]) {
      const refused = await send(ann, 'PUT', `people/${id}`, { owner })
      expect(refused.json().error).toMatchObject({ status: 400, message: expect.stringContaining('team') })
    }
    expect((await send(ann, 'PUT', `people/${id}`, { owner: null, value: null, currency: null })).statusCode).toBe(200)
  })

  test("who asked not to be contacted can't be sent a message", async () => {
    const { id } = await person()
    const { id: conversation } = await create(app, ann, 'conversations', { project, person: id })
    const marked = (await send(ann, 'PUT', `people/${id}`, { doNotContact: true })).json().data
    expect(marked).toMatchObject({ doNotContact: true, doNotContactSince: world.clock.now.toISOString() })
    const refused = await send(ann, 'POST', 'messages', { project, conversation, text: 'Hello' })
    expect(refused.json().error).toMatchObject({ status: 409, message: 'This person asked not to be contacted' })
    await send(ann, 'PUT', `people/${id}`, { doNotContact: false })
    await create(app, ann, 'messages', { project, conversation, text: 'Hello' })
  })

  test('is deleted with conversations and notes', async () => {
    const { id } = await person()
    const { id: conversation } = await create(app, ann, 'conversations', { project, person: id })
    await create(app, ann, 'messages', { project, conversation, text: 'Hello' })
    await create(app, ann, 'notes', { project, person: id, text: 'Kind' })
    expect((await send(ann, 'DELETE', `people/${id}`)).statusCode).toBe(204)
    for (const resource of ['conversations', 'messages', 'notes']) {
      const { meta } = (await send(ann, 'GET', `${resource}?filters[project]=${project}`)).json()
      expect(meta.pagination.total).toBe(0)
    }
  })
})

describe('a conversation', () => {
  test('is snoozed until a date, and reopened without one', async () => {
    const { id } = await create(app, ann, 'conversations', { project, person: (await person()).id })
    const put = (data: object) => send(ann, 'PUT', `conversations/${id}`, data)
    expect((await put({ state: 'snoozed' })).json().error.message).toContain('is required when')
    const until = '2026-12-01T09:00:00.000Z'
    expect((await put({ state: 'snoozed', snoozedUntil: until })).json().data.snoozedUntil).toBe(until)
    expect((await put({ state: 'open', snoozedUntil: until })).statusCode).toBe(400)
    expect((await put({ state: 'open' })).json().data).toMatchObject({ state: 'open', snoozedUntil: null })
  })

  test('is returned with its person, lead and assignee', async () => {
    const lead = await seedOpportunity(world.ctx, project)
    const values = { project, person: (await person()).id, opportunity: lead, assignee: bob.id }
    const { id } = await create(app, ann, 'conversations', values)
    const query = 'populate[person]=true&populate[opportunity][populate]=post&populate[assignee]=true'
    expect((await send(ann, 'GET', `conversations/${id}?${query}`)).json().data).toMatchObject({
      person: { handle: 'mara' },
      opportunity: { id: lead, post: { subreddit: 'Welding' } },
      assignee: { email: bob.email },
    })
  })

  test('shows the start of its newest message without Markdown, but no draft', async () => {
    const { id } = await create(app, ann, 'conversations', { project, person: (await person()).id })
    const empty = (await create(app, ann, 'conversations', { project, person: (await person('ben')).id })).id
    for (const conversation of [id, empty]) {
      await create(app, ann, 'messages', { project, conversation, text: 'Not sent yet' })
    }
    await ask(
      world.url,
      `insert into message (project_id, id, conversation_id, direction, state, text, sent_at, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'in', 'received', text, at, now(), now() from (values
         ('**Bold** ' || repeat('long ', 100), now() - interval '1 hour'), ('older', now() - interval '2 hours')) as m(text, at)`,
      [project, id],
    )
    const listed = (await send(ann, 'GET', `conversations?filters[project]=${project}&fields=snippet`)).json().data
    const snippetOf = (which: string) => listed.find((row: { id: string }) => row.id === which).snippet
    expect(snippetOf(id)).toEqual({ text: `Bold ${'long '.repeat(38)}l`, direction: 'in' })
    expect(snippetOf(empty)).toBeNull()
  })
})

describe('a message', () => {
  async function draft(): Promise<string> {
    const { id: conversation } = await create(app, ann, 'conversations', { project, person: (await person()).id })
    return (await create(app, ann, 'messages', { project, conversation, text: 'Hello' })).id
  }

  test('is a draft, and not sent in manual mode', async () => {
    const id = await draft()
    const read = (await send(ann, 'GET', `messages/${id}?populate=conversation`)).json().data
    expect(read).toMatchObject({ direction: 'out', state: 'draft', text: 'Hello', conversation: { state: 'open' } })
    const queued = await send(ann, 'PUT', `messages/${id}`, { state: 'queued' })
    expect(queued.json().error).toMatchObject({
      status: 409,
      message: expect.stringContaining('you send messages yourself'),
    })
    const conversation = read.conversation.id
    const created = await send(ann, 'POST', 'messages', { project, conversation, text: 'Hello', state: 'queued' })
    expect(created.statusCode).toBe(409)
    expect((await send(ann, 'GET', `messages?filters[project]=${project}`)).json().meta.pagination.total).toBe(1)
  })

  test.each(['queued', 'armed', 'sent', 'confirmed', 'refused'])("in state %s can't be changed", async (state) => {
    const id = await draft()
    await ask(world.url, 'update message set state = $2 where id = $1', [id, state])
    expect((await send(ann, 'PUT', `messages/${id}`, { text: 'Other words' })).statusCode).toBe(409)
    expect((await send(ann, 'DELETE', `messages/${id}`)).statusCode).toBe(409)
    expect((await send(ann, 'GET', `messages/${id}`)).json().data.text).toBe('Hello')
  })

  test("that was sent can't be queued again", async () => {
    const id = await draft()
    await ask(world.url, `update message set state = 'sent' where id = $1`, [id])
    const again = await send(ann, 'PUT', `messages/${id}`, { state: 'queued' })
    expect(again.json().error).toMatchObject({
      status: 409,
      message: 'A message in state sent cannot change to queued',
    })
  })
})

describe('a report', () => {
  const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }

  test('goes to members, and no longer to a former member', async () => {
    const recipients = [bob.id, ann.id, bob.id]
    const { id } = await create(app, ann, 'reports', { project, name: 'Leads', definition, recipients })
    const read = async (by: Person) => (await send(by, 'GET', `reports/${id}?populate=*`)).json().data
    const emails = ({ recipients: users }: { recipients: { email: string }[] }) =>
      users.map(({ email }) => email).toSorted()
    expect(emails(await read(ann))).toEqual([ann.email, bob.email])
    const stranger = await signUp(app, `dora-${world.ctx.id()}@example.com`)
    expect((await send(ann, 'PUT', `reports/${id}`, { recipients: [stranger.id] })).statusCode).toBe(400)
    await ask(world.url, 'delete from member where project_id = $1 and user_id = $2', [project, bob.id])
    expect(emails(await read(ann))).toEqual([ann.email])
    await send(ann, 'PUT', `reports/${id}`, { recipients: [] })
    expect(emails(await read(ann))).toEqual([])
  })

  test('is readable by a client, without its recipients', async () => {
    const { id } = await create(app, ann, 'reports', { project, name: 'Leads', definition, recipients: [bob.id] })
    const { data } = (await send(cleo, 'GET', `reports/${id}?populate=*`)).json()
    expect(data).toMatchObject({ name: 'Leads', definition, recipients: [], createdBy: null })
    expect((await send(cleo, 'PUT', `reports/${id}`, { name: 'Mine' })).statusCode).toBe(403)
  })
})

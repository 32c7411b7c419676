import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recheckPosts } from '#features/reddit/server/deletions/recheck-posts.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { call, create } from '#tests/support/seed-data.ts'
import { mergePeople } from '../../merge-people.ts'
import { InboxWorld, minute } from './inbox-world.ts'

const hour = 60 * minute
let inbox: InboxWorld
beforeAll(async () => {
  inbox = await InboxWorld.open()
})
afterAll(() => inbox.world.close())
beforeEach(() => inbox.begin())

const send = (method: 'GET' | 'POST' | 'PUT', path: string, data?: object, by = inbox.ann) =>
  call(inbox.app, by, method, path, data)
const merge = (id: string, person: string) => send('POST', `people/${id}/merge`, { person })
const people = async (): Promise<{ id: string; handle: string; aliases: string[] }[]> =>
  (await inbox.list('people?sort=handle')) as never

/** Returns the IDs of Mara and of Mara's other account, who both wrote, and of somebody else. */
async function wrote(): Promise<{ mara: string; other: string; nils: string }> {
  inbox.box.message('mara', 'I need a welder')
  inbox.box.message('mara_work', 'From my desk')
  inbox.box.message('nils', 'Hello')
  await inbox.read()
  const [mara, other, nils] = (await people()).map(({ id }) => id)
  return { mara: mara!, other: other!, nils: nils! }
}

describe('a merge', () => {
  test('moves everything to one person, whose next messages arrive in the same conversations', async () => {
    const { mara, other } = await wrote()
    const project = inbox.project
    await create(inbox.app, inbox.ann, 'notes', { project, person: other, text: 'Has a big shop' })
    await create(inbox.app, inbox.ann, 'tasks', { project, person: other, text: 'Call', dueAt: '2026-12-01T09:00:00Z' })
    await send('PUT', `people/${other}`, { tags: ['hot'], value: 500, currency: 'EUR', doNotContact: true })
    const preview = await send('POST', `people/${mara}/merge-previews`, { person: other })
    expect(preview.json().data).toEqual({ conversations: 1, notes: 1, tasks: 1, invitations: 0, doNotContact: true })
    expect((await merge(mara, other)).json().data).toMatchObject({
      ...{ id: mara, handle: 'mara', aliases: ['mara_work'], stage: 'inConversation', tags: ['hot'], value: 500 },
      ...{ doNotContact: true, nextTask: { text: 'Call' } },
    })
    expect((await people()).map(({ handle }) => handle)).toEqual(['mara', 'nils'])
    inbox.box.message('Mara_Work', 'Are you there?')
    inbox.box.comment('mara_work', 'Nice', '1post')
    inbox.box.comment('mara', 'Indeed', '1post')
    await inbox.read()
    const places = await inbox.ask(
      `select c.kind, c.recipient, count(*)::int as messages from conversation c
       join message m on m.project_id = c.project_id and m.conversation_id = c.id
       where c.person_id = $1 group by 1, 2 order by 1, 2 nulls first`,
      [mara],
    )
    expect(places).toEqual([
      { kind: 'comment', recipient: null, messages: 1 },
      { kind: 'comment', recipient: 'mara_work', messages: 1 },
      { kind: 'message', recipient: null, messages: 1 },
      { kind: 'message', recipient: 'mara_work', messages: 2 },
    ])
    const timeline = (await send('GET', `people/${mara}/timeline`)).json().data.entries
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'merged')).toMatchObject([{ handle: 'mara_work' }])
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'added')).toHaveLength(2)
    const taken = await send('POST', 'people', { project, handle: 'MARA_WORK' })
    expect(taken.json().error).toMatchObject({ status: 400, message: 'This is another account of u/mara' })
  })

  test('of somebody who was merged keeps all accounts', async () => {
    const { mara, other, nils } = await wrote()
    await merge(other, nils)
    await merge(mara, other)
    expect(await people()).toMatchObject([{ handle: 'mara', aliases: ['nils', 'mara_work'] }])
    const recipients = await inbox.ask('select recipient from conversation where person_id = $1 order by 1', [mara])
    expect(recipients.map(({ recipient }) => recipient)).toEqual(['mara_work', 'nils', null])
  })

  test.each([
    ['in both directions', (mara: string, other: string) => [merge(mara, other), merge(other, mara)]],
    ['twice', (mara: string, other: string) => [merge(mara, other), merge(mara, other)]],
    ['with two others', (mara: string, other: string, nils: string) => [merge(mara, other), merge(nils, other)]],
  ])('at the same time %s happens once', async (_how, merges) => {
    const { mara, other, nils } = await wrote()
    const answers = await Promise.all(merges(mara, other, nils))
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses[0]).toBe(200)
    expect([400, 404]).toContain(statuses[1])
    expect(await people()).toHaveLength(2)
    expect(await inbox.count()).toBe(3)
  })

  test('while a message of the other account arrives loses nothing', async () => {
    const { mara, other } = await wrote()
    inbox.box.message('mara_work', 'One more thing')
    await Promise.all([merge(mara, other), inbox.read()])
    await inbox.read()
    const [row] = await inbox.ask(
      `select count(*)::int as messages, count(distinct c.id)::int as places from conversation c
       join message m on m.conversation_id = c.id where c.person_id = $1 and c.recipient = 'mara_work'`,
      [mara],
    )
    expect(row).toEqual({ messages: 2, places: 1 })
    expect((await people()).map(({ handle }) => handle)).toEqual(['mara', 'nils'])
  })

  test('is whole or not at all, wherever the server dies', async () => {
    const { mara, other } = await wrote()
    const memberships = [{ projectId: inbox.project, role: 'owner' }] as const
    const ann = actingAs(inbox.world.ctx, { kind: 'user', userId: inbox.ann.id, sessionId: 'any', memberships })
    await killAtEachMoment(ann, async (ctx) => {
      if ((await people()).length === 3) await mergePeople(ctx, { id: mara, other })
    })
    expect(await people()).toMatchObject([{ handle: 'mara', aliases: ['mara_work'] }, { handle: 'nils' }])
  })

  test('is refused for others, with oneself, and across projects', async () => {
    const { mara, other } = await wrote()
    for (const path of ['merge', 'merge-previews']) {
      expect((await send('POST', `people/${mara}/${path}`, { person: other }, inbox.bob)).statusCode).toBe(404)
      const url = `/api/people/${mara}/${path}`
      const signedOut = await inbox.app.inject({ method: 'POST', url, payload: { data: { person: other } } })
      expect(signedOut.statusCode).toBe(403)
      for (const person of [mara, inbox.world.ctx.id(), 'x']) {
        expect((await send('POST', `people/${mara}/${path}`, { person })).statusCode).toBe(400)
      }
    }
    expect(await people()).toHaveLength(3)
  })

  test("doesn't lend the consent of one account to the other", async () => {
    await send('PUT', `projects/${inbox.project}/message-settings`, { mode: 'assisted' })
    const { mara } = await wrote()
    const project = inbox.project
    const { id: silent } = await create(inbox.app, inbox.ann, 'people', { project, handle: 'silent' })
    const { id: conversation } = await create(inbox.app, inbox.ann, 'conversations', { project, person: silent })
    await merge(mara, silent)
    const message = { project, conversation, text: 'Hello', state: 'queued' }
    expect((await send('POST', 'messages', message)).json().error).toMatchObject({ status: 409 })
    const [own] = await inbox.ask('select id from conversation where person_id = $1 and recipient is null', [mara])
    expect((await send('POST', 'messages', { ...message, conversation: own!.id })).statusCode).toBe(201)
  })
})

test('an account that is gone is forgotten, and the other ones of the person stay', async () => {
  const { mara, other } = await wrote()
  const name = inbox.box.comment('mara_work', 'My leak')
  await inbox.read()
  await merge(mara, other)
  const mail = inbox.box.message('mara_work', 'Write to mara@pipes.example')
  await inbox.read()
  const [shown] = await inbox.ask('select id from message where outside_name = $1', [mail])
  await send('PUT', `people/${mara}/email`, { message: shown!.id })
  inbox.box.fates.set(name, { author: '[deleted]' })
  inbox.world.clock.advance(9 * hour)
  await recheckPosts(inbox.ctx)
  expect(await people()).toMatchObject([{ handle: 'mara', aliases: [], email: null }, { handle: 'nils' }])
  expect((await inbox.texts()).toSorted()).toEqual(['', '', '', 'Hello', 'I need a welder'])
  const traces = await inbox.ask(
    `select 1 from conversation c where c.project_id = $1 and to_jsonb(c)::text like '%mara_work%'
     union all select 1 from person_alias where project_id = $1
     union all select 1 from person_event e where e.project_id = $1 and to_jsonb(e)::text like '%mara_work%'
     union all select 1 from audit_entry a where a.project_id = $1 and to_jsonb(a)::text like '%mara_work%'`,
    [inbox.project],
  )
  expect(traces).toEqual([])
  const timeline = (await send('GET', `people/${mara}/timeline?kinds=merged`)).json().data.entries
  expect(timeline).toMatchObject([{ kind: 'merged', handle: null }])
})

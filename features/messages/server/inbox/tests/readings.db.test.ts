import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { answered } from '#tests/support/reddit-answers.ts'
import { call, create, setUpProject } from '#tests/support/seed-data.ts'
import { findOutMessage } from '../../outbox/find-out.ts'
import { readInboxes } from '../read-inboxes.ts'
import { day, InboxWorld, minute } from './inbox-world.ts'

let inbox: InboxWorld
beforeAll(async () => {
  inbox = await InboxWorld.open()
})
afterAll(() => inbox.world.close())
beforeEach(() => inbox.begin())

describe('a reading', () => {
  test('that is killed at any moment is repeated without a trace', async () => {
    inbox.box.pageSize = 2
    for (let at = 0; at < 5; at++) inbox.box.message(`user_${at % 2}`, at === 4 ? 'Unsubscribe' : `Message ${at}`)
    inbox.box.send('user_1', 'Hello')
    const deaths = await killAtEachMoment(inbox.ctx, readInboxes, () => {
      inbox.world.clock.advance(6 * minute)
    })
    expect(deaths).toBeGreaterThan(20)
    expect(await inbox.texts()).toEqual(['Message 0', 'Message 1', 'Message 2', 'Message 3', 'Unsubscribe', 'Hello'])
    expect(await inbox.conversations()).toHaveLength(2)
    expect(await inbox.list('notes')).toHaveLength(1)
    expect(await inbox.stored()).toMatchObject({ inbox_mark: 't4_m5', sent_mark: 't4_m6' })
  })

  test('by two workers at once stores each item once', async () => {
    for (let at = 0; at < 60; at++) inbox.box.message(`user_${at % 3}`, `Message ${at}`)
    inbox.world.clock.advance(minute)
    await Promise.all([readInboxes(inbox.ctx), readInboxes(inbox.ctx), readInboxes(inbox.ctx)])
    expect(inbox.box.asked).toEqual(['inbox', 'sent'])
    expect(await inbox.count()).toBe(60)
  })

  test('takes place in every run, also if one takes some seconds, and after the project switched to real data', async () => {
    const { exchange } = inbox.ctx.reddit!
    const slowly: typeof exchange = async (question) => {
      inbox.world.clock.advance(5_000)
      return exchange(question)
    }
    const slow = { ...inbox.ctx, reddit: { ...inbox.ctx.reddit!, exchange: slowly } }
    await inbox.ask(`update project set realm = 'sandbox' where id = $1`, [inbox.project])
    for (const realm of ['sandbox', 'real', 'real']) {
      const begun = inbox.world.clock.now.getTime()
      await inbox.ask('update project set realm = $1 where id = $2', [realm, inbox.project])
      inbox.box.message('mara', `Message at ${begun}`)
      await readInboxes(slow)
      expect(await inbox.texts()).toContain(`Message at ${begun}`)
      inbox.world.clock.now = new Date(begun + minute)
    }
  })

  test('takes place once per run, and less often the longer it fails', async () => {
    await inbox.read()
    expect(inbox.box.asked).toHaveLength(2)
    inbox.world.clock.advance(minute / 2)
    await readInboxes(inbox.ctx)
    expect(inbox.box.asked).toHaveLength(2)
    const down = async () => answered(503, '<html></html>', { 'content-type': 'text/html' })
    const failing = { ...inbox.ctx, reddit: { ...inbox.ctx.reddit!, exchange: down } }
    const waits: number[] = []
    for (let at = 0; at < 5; at++) {
      inbox.world.clock.now = new Date((await inbox.stored()).inbox_due_at)
      await readInboxes(failing)
      waits.push((new Date((await inbox.stored()).inbox_due_at).getTime() - inbox.world.clock.now.getTime()) / minute)
    }
    expect(waits).toEqual([1, 1.75, 3.5, 7, 14])
    expect(await inbox.list('reddit-accounts')).toMatchObject([{ inboxTrouble: 'Reddit is having problems' }])
    inbox.world.clock.advance(16 * minute)
    await readInboxes(inbox.ctx)
    const inboxReadAt = inbox.world.clock.now.toISOString()
    expect(await inbox.list('reddit-accounts')).toMatchObject([{ inboxTrouble: null, inboxReadAt }])
  })

  test('leaves out accounts without the scope, those to reconnect, and those of another app', async () => {
    await inbox.ask(`update reddit_account set scopes = '{identity}'`)
    await inbox.connect(await setUpProject(inbox.app, inbox.ann), { state: 'signIn' })
    await inbox.connect(await setUpProject(inbox.app, inbox.ann), { clientId: 'app-2' })
    await inbox.read()
    expect(inbox.box.asked).toEqual([])
  })

  test('ends when its account is disconnected, and goes on where it was once it is connected again', async () => {
    for (let at = 0; at < 130; at++) inbox.box.message('mara', `Message ${at}`)
    const disconnect = async () => void (await call(inbox.app, inbox.ann, 'DELETE', `reddit-accounts/${inbox.account}`))
    const exchange = inbox.world.ctx.reddit!.exchange
    const meanwhile: typeof exchange = async (question) => {
      const answer = await exchange(question)
      if (inbox.box.asked.length === 2) await disconnect()
      return answer
    }
    await inbox.read({ ...inbox.ctx, reddit: { ...inbox.ctx.reddit!, exchange: meanwhile } })
    expect([inbox.box.asked.length, await inbox.count()]).toEqual([2, 100])
    expect(await inbox.conversations()).toMatchObject([{ account: null }])
    inbox.account = await inbox.connect(inbox.project)
    await inbox.read()
    expect(await inbox.count()).toBe(130)
    expect(await inbox.conversations()).toMatchObject([{ account: { name: 'wilma-welds' } }])
  })
})

test('two accounts of a project, and two projects of an account, have their own conversations', async () => {
  const second = await setUpProject(inbox.app, inbox.ann)
  await inbox.connect(second)
  inbox.box.message('mara', 'Hi')
  await inbox.read()
  for (const of of [inbox.project, second])
    expect(await inbox.conversations(of)).toMatchObject([{ person: { handle: 'mara' } }])
  await inbox.connect(inbox.project, { name: 'other-welds' })
  await inbox.read()
  expect(await inbox.conversations()).toHaveLength(2)
  expect(await inbox.list('people')).toHaveLength(1)
})

test("nobody else sees a project's conversations", async () => {
  inbox.box.message('mara', 'Hi')
  await inbox.read()
  const [{ id }] = await inbox.conversations()
  expect((await call(inbox.app, inbox.bob, 'GET', `conversations/${id}`)).statusCode).toBe(404)
  expect(
    (await call(inbox.app, inbox.bob, 'GET', `messages?filters[project]=${inbox.project}`)).json().data ?? [],
  ).toEqual([])
})

test("a message that one project sent is still its own once another project read it from the same account's list", async () => {
  const { ann, app, project } = inbox
  const { id: person } = await create(app, ann, 'people', { project, handle: 'mara' })
  const { id: conversation } = await create(app, ann, 'conversations', { project, person })
  const { id } = await create(app, ann, 'messages', { project, conversation, text: 'Hello' })
  const now = inbox.world.clock.now
  const armed = `update message set state = 'armed', armed_at = $1, due_at = $1, tries = 1, account_id = $2 where id = $3`
  await inbox.ask(armed, [now, inbox.account, id])
  const name = inbox.box.send('mara', 'Hello')
  const other = await setUpProject(app, ann)
  await inbox.connect(other)
  await inbox.ask('update reddit_account set inbox_due_at = $1 where id = $2', [
    new Date(now.getTime() + day),
    inbox.account,
  ])
  await inbox.read()
  expect(await inbox.list('messages', other)).toMatchObject([{ state: 'confirmed', text: 'Hello' }])
  await findOutMessage(inbox.ctx, { projectId: project, id })
  const found = await inbox.ask('select state, outside_name as name from message where id = $1', [id])
  expect(found).toEqual([{ state: 'confirmed', name }])
})

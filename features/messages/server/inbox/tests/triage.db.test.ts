import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs } from '#platform/server/ctx.ts'
import { addMember, call, create } from '#tests/support/seed-data.ts'
import { readInboxes } from '../read-inboxes.ts'
import { InboxWorld, minute } from './inbox-world.ts'

let inbox: InboxWorld
beforeAll(async () => {
  inbox = await InboxWorld.open()
})
afterAll(() => inbox.world.close())
beforeEach(() => inbox.begin())

const put = (id: string, data: object, by = inbox.ann) => call(inbox.app, by, 'PUT', `conversations/${id}`, data)
const events = async () =>
  Number(
    (await inbox.ask(`select count(*) from event where kind = 'messages' and project_id = $1`, [inbox.project]))[0]!
      .count,
  )

describe('a conversation', () => {
  test('has a priority, labels, an assignee, and a read mark, and open screens are told', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    await addMember(inbox.world.ctx, inbox.project, inbox.bob, 'member')
    const [{ id }] = await inbox.conversations()
    const before = await events()
    const change = { priority: 'high', labels: ['billing', 'vip'], unread: false }
    const changed = await put(id, { ...change, assignee: inbox.bob.id }, inbox.bob)
    expect(changed.json().data).toMatchObject(change)
    expect(await events()).toBe(before + 1)
    const found = async (filter: string) => (await inbox.list(`conversations?filters${filter}`)).length
    expect(await found(`[assignee][id]=${inbox.bob.id}`)).toBe(1)
    expect(await found('[priority]=high')).toBe(1)
    expect(await found('[unread]=true')).toBe(0)
    for (const wrong of [{ priority: 'urgent' }, { labels: Array(21).fill('a') }, { assignee: inbox.world.ctx.id() }]) {
      expect((await put(id, wrong)).statusCode).toBe(400)
    }
  })

  test('that was snoozed reopens when its time comes, also without Reddit', async () => {
    inbox.box.message('mara', 'Hi')
    await inbox.read()
    const [{ id }] = await inbox.conversations()
    const snoozedUntil = new Date(inbox.world.clock.now.getTime() + 10 * minute).toISOString()
    await put(id, { state: 'snoozed', snoozedUntil })
    const alone = actingAs({ ...inbox.world.ctx, reddit: null }, { kind: 'job', name: 'test' })
    inbox.world.clock.advance(10 * minute - 1)
    await readInboxes(alone)
    expect(await inbox.conversations()).toMatchObject([{ state: 'snoozed' }])
    inbox.world.clock.advance(1)
    const before = await events()
    await Promise.all([readInboxes(alone), readInboxes(alone)])
    expect(await inbox.conversations()).toMatchObject([{ state: 'open', snoozedUntil: null }])
    expect(await events()).toBe(before + 1)
  })
})

test('messages are listed by the time they were sent, and those that are not sent are the newest', async () => {
  inbox.box.message('mara', 'First')
  await inbox.read()
  const [{ id: conversation }] = await inbox.conversations()
  await create(inbox.app, inbox.ann, 'messages', { project: inbox.project, conversation, text: 'Draft' })
  inbox.world.clock.advance(minute)
  inbox.box.message('mara', 'Second')
  await inbox.read()
  const texts = async (sort: string) =>
    (await inbox.list(`messages?filters[conversation]=${conversation}&sort=${sort}`)).map(
      ({ text }: { text: string }) => text,
    )
  expect(await texts('sentAt:desc')).toEqual(['Draft', 'Second', 'First'])
  expect(await texts('sentAt:asc')).toEqual(['First', 'Second', 'Draft'])
})

test('conversations are found by names and words in all of their messages, page by page', async () => {
  inbox.box.message('mara', 'My Kettle leaks')
  for (let at = 0; at < 70; at++) inbox.box.comment(`user_${at}`, at === 0 ? '100% copper' : `Comment ${at}`, `t${at}`)
  await inbox.read()
  const search = async (words: string, more = '') => {
    const query = `filters[project]=${inbox.project}&filters[words][$containsi]=${encodeURIComponent(words)}${more}`
    const { data, meta } = (await call(inbox.app, inbox.ann, 'GET', `conversations?${query}&populate=person`)).json()
    const found = data.map(({ person }: { person: { handle: string } }) => person.handle)
    return { found, total: meta.pagination.total }
  }
  expect(await search('kettle LEAKS')).toEqual({ found: ['mara'], total: 1 })
  expect(await search('u/MARA')).toEqual({ found: ['mara'], total: 1 })
  expect(await search('100% c')).toEqual({ found: ['user_0'], total: 1 })
  const second = await search('comment', '&pagination[page]=2&pagination[pageSize]=60&sort=lastAt:desc')
  expect([second.total, second.found.length]).toEqual([69, 9])
  expect(await search('leaks Comment')).toEqual({ found: [], total: 0 })
})

test('opening a conversation leaves nothing in the audit log, other changes do', async () => {
  inbox.box.message('mara', 'Hi')
  await inbox.read()
  const [{ id }] = await inbox.conversations()
  const change = (data: object) => call(inbox.app, inbox.ann, 'PUT', `conversations/${id}`, data)
  expect((await change({ unread: false })).json().data).toMatchObject({ unread: false })
  await change({ unread: true, priority: 'high' })
  expect(await inbox.ask(`select details from audit_entry where subject_id = $1`, [id])).toEqual([
    { details: { changed: ['priority'] } },
  ])
})

test('an answer is not sent if somebody else has answered since the newest message that was seen', async () => {
  const { app, ann, bob, project } = inbox
  await addMember(inbox.world.ctx, project, bob, 'member')
  await call(app, ann, 'PUT', `projects/${project}/message-settings`, { mode: 'assisted' })
  inbox.box.message('mara', 'Hi')
  await inbox.read()
  const [{ id: conversation }] = await inbox.conversations()
  const [{ createdAt: seenUntil }] = await inbox.list('messages')
  inbox.world.clock.advance(minute)
  const write = (by: typeof ann, text: string, more: object = {}) =>
    call(app, by, 'POST', 'messages', { project, conversation, text, state: 'queued', ...more })
  const draft = (await write(ann, 'A draft', { state: 'draft' })).json().data
  const both = await Promise.all([write(ann, 'Mine', { seenUntil }), write(bob, 'His', { seenUntil })])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const [first, second] = both[0]!.statusCode === 201 ? [ann, bob] : [bob, ann]
  expect((await write(second, 'Again', { seenUntil })).json().error.message).toContain(first.email)
  // One's own answers are no surprise, and whoever has seen an answer may send another.
  expect((await write(first, 'One more thing', { seenUntil })).statusCode).toBe(201)
  const seen = { seenUntil: inbox.world.clock.now.toISOString() }
  expect((await write(second, 'Me too', seen)).statusCode).toBe(201)
  expect((await write(second, 'And without asking')).statusCode).toBe(201)
  const queue = (more: object) => call(app, ann, 'PUT', `messages/${draft.id}`, { state: 'queued', ...more })
  expect((await queue({ seenUntil: null })).statusCode).toBe(409)
  expect((await queue(seen)).statusCode).toBe(200)
})

import { expect, test } from 'vitest'
import { aConversation } from '../factories.ts'
import { belongsIn, defaultView, listFilters, readView, type View, viewParams } from './view.ts'

const account = '0198c1de-0000-7000-8000-000000000001'
const me = 'me'
const reader = { projectId: 'p', me, channel: 'reddit' } as const
const inProject = { project: { id: { $eq: 'p' } }, channel: { $eq: 'reddit' } }

test.each<[string, View]>([
  ['', defaultView],
  [`view=mine&account=${account}&q=price+list`, { box: 'mine', account, text: 'price list' }],
  ['view=done', { ...defaultView, box: 'done' }],
])('the address %j is a view, and the other way round', (address, view) => {
  expect(readView(new URLSearchParams(address))).toEqual(view)
  expect(viewParams(view, null).toString()).toBe(address)
})

test('invalid values of an address are ignored, and a search is cut', () => {
  expect(readView(new URLSearchParams('view=trash&account=1&q=%00'))).toEqual(defaultView)
  expect(readView(new URLSearchParams({ q: 'a'.repeat(300) })).text).toHaveLength(200)
})

test.each<[View['box'], object]>([
  ['all', { state: { $eq: 'open' } }],
  ['mine', { state: { $eq: 'open' }, assignee: { id: { $eq: me } } }],
  ['unassigned', { state: { $eq: 'open' }, assignee: { id: { $null: true } } }],
  ['unread', { state: { $eq: 'open' }, unread: { $eq: true } }],
  ['snoozed', { state: { $eq: 'snoozed' } }],
  ['done', { state: { $eq: 'done' } }],
])('%s lists conversations with %j', (box, filters) => {
  expect(listFilters(reader, { ...defaultView, box })).toEqual({ ...inProject, ...filters })
})

test('a search in all conversations also finds those that are over', () => {
  expect(listFilters(reader, { ...defaultView, text: '/u/mara' })).toEqual({
    ...inProject,
    words: { $containsi: 'u/mara' },
  })
  expect(listFilters(reader, { box: 'done', account, text: 'crm' })).toEqual({
    ...{ ...inProject, state: { $eq: 'done' }, account: { id: { $eq: account } } },
    words: { $containsi: 'crm' },
  })
})

test('the mail inbox lists conversations by mail, of one mailbox if it is chosen', () => {
  expect(listFilters({ ...reader, channel: 'mail' }, { ...defaultView, account })).toEqual({
    ...{ project: { id: { $eq: 'p' } }, channel: { $eq: 'mail' }, state: { $eq: 'open' } },
    mailbox: { id: { $eq: account } },
  })
})

const assignee = { id: me, documentId: me, email: 'me@example.com' }
test.each<[boolean, string, Partial<View>, Parameters<typeof aConversation>[1]]>([
  [true, 'an open one', { box: 'all' }, {}],
  [false, 'one that is done', { box: 'all' }, { state: 'done' }],
  [true, 'one that is done', { box: 'all', text: 'crm' }, { state: 'done' }],
  [true, 'one of mine', { box: 'mine' }, { assignee }],
  [false, 'one of nobody', { box: 'mine' }, { assignee: null }],
  [false, 'one of mine', { box: 'unassigned' }, { assignee }],
  [true, 'one that was just read', { box: 'unread' }, { unread: false }],
  [false, 'an open one', { box: 'snoozed' }, {}],
])('%s: %s stays in %j', (stays, _what, view, more) => {
  expect(belongsIn(aConversation('c', more), { ...defaultView, ...view }, me)).toBe(stays)
})

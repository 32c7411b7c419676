import { expect, test } from 'vitest'
import type { Conversation } from '../../contract.ts'
import { anAccount } from '../factories.ts'
import { type Sender, senderOf } from './sender.ts'

const all = ['privatemessages', 'submit']
test.each<[Sender, Conversation['kind'], Parameters<typeof anAccount>[0] | null]>([
  ['earshot', 'message', { scopes: ['privatemessages'] }],
  ['earshot', 'modmail', { scopes: ['*'] }],
  ['earshot', 'comment', { scopes: all }],
  ['noScope', 'comment', { scopes: ['privatemessages'] }],
  ['noScope', 'mention', { scopes: ['read'] }],
  ['noScope', 'message', { scopes: ['submit'] }],
  ['disconnected', 'message', { scopes: all, state: 'signIn' }],
  ['suspended', 'message', { scopes: all, suspendedAt: '2026-11-01T00:00:00.000Z' }],
  ['noAccount', 'message', null],
])('%s: the answer of a %s by %j', (sender, kind, account) => {
  const conversation = { kind, account: account && anAccount(account) }
  expect(senderOf(conversation, 'assisted')).toBe(sender)
  expect(senderOf(conversation, 'manual')).toBe('manualMode')
})

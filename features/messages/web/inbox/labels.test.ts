import { expect, test } from 'vitest'
import { holdWording } from '#engine/messages/wordings.ts'
import type { Conversation, Message } from '../../contract.ts'
import { aConversation, aMessage, aPerson } from '../factories.ts'
import { momentText, nameOf, standingOf } from './labels.ts'

const now = Date.parse('2026-11-26T12:05:00.000Z')

test.each<[Message['state'], Partial<Message>, string]>([
  ['received', {}, '5 min ago'],
  ['draft', { createdBy: { id: 'x', documentId: 'x', email: 'ada@example.com' } }, 'Draft by ada@example.com'],
  ['queued', {}, 'Queued. Sends within a minute.'],
  ['armed', {}, 'Sending…'],
  [
    'armed',
    { hold: 'unclear', reason: holdWording('unclear', null) },
    "Reddit didn't confirm this. Earshot checks whether it was sent. Don't send it again.",
  ],
  ['sent', {}, 'Sent 5 min ago'],
  ['confirmed', {}, 'Sent 5 min ago, confirmed by Reddit'],
  ['deferred', { hold: 'stopped', reason: 'Sending is stopped.' }, 'On hold. Sending is stopped.'],
  ['refused', { refusal: 'unwilling', reason: 'They accept no messages.' }, 'Not sent. They accept no messages.'],
  ['refused', { refusal: 'unconfirmed', reason: 'It may have been sent.' }, 'It may have been sent.'],
])('a message that is %s with %j says %j', (state, more, text) => {
  expect(standingOf(aMessage('m', { state, ...more }), now).text).toBe(text)
})

test('a held message says until when', () => {
  const deferredUntil = '2026-11-27T08:00:00.000Z'
  const held = aMessage('m', { state: 'deferred', hold: 'quietHours', reason: 'Quiet hours.', deferredUntil })
  expect(standingOf(held, now).text).toBe(`On hold until ${momentText(deferredUntil, now)}. Quiet hours.`)
  expect(momentText(deferredUntil, now)).toMatch(/^Fri, Nov 27.* \d+:00 [AP]M$/)
  expect(momentText('2026-11-26T12:30:00.000Z', now)).toMatch(/^\d+:30\s[AP]M$/)
})

test.each<[Message['state'], Partial<Message>, string]>([
  ['received', { isAutomatic: true }, '5 min ago · Automatic reply'],
  ['armed', { hold: 'unclear', reason: 'Was it sent?' }, 'Was it sent?'],
  ['confirmed', {}, 'Sent 5 min ago'],
  ['refused', { refusal: 'bounced', reason: 'It came back: 550 No such user.' }, 'It came back: 550 No such user.'],
  ['refused', { refusal: 'suppressed', reason: 'They unsubscribed.' }, 'Not sent. They unsubscribed.'],
])('a mail that is %s with %j says %j', (state, more, text) => {
  expect(standingOf(aMessage('m', { channel: 'mail', state, ...more }), now).text).toBe(text)
})

test.each<[string, Partial<Conversation>, string]>([
  ['a direct message', { person: aPerson('mara_k') }, 'u/mara_k'],
  ['modmail', { kind: 'modmail', subreddit: 'crm' }, 'Moderators of r/crm'],
  ['a conversation without a person', {}, 'Unknown person'],
  ['mail', { kind: 'mail', address: 'mara@kiln.example', addressName: 'Mara Kiln' }, 'Mara Kiln'],
  ['mail without a name', { kind: 'mail', address: 'mara@kiln.example', addressName: '' }, 'mara@kiln.example'],
  [
    'mail with a known person',
    { kind: 'mail', address: 'm@kiln.example', person: aPerson('mara_k') },
    'm@kiln.example',
  ],
])('%s of %j is called %j', (_kind, more, name) => {
  expect(nameOf(aConversation('c', more))).toBe(name)
})

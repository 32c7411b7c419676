import { expect, test } from 'vitest'
import { aMessage } from '../factories.ts'
import { answersSince, companyTexts, seenUntil } from './company.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute)).toISOString()
const by = (email: string) => ({ id: email, documentId: email, email })
const me = 'me@example.com'
const grace = by('grace@example.com')
const now = new Date(at(10)).getTime()
const draft = aMessage('mine', { state: 'draft', createdBy: by(me), createdAt: at(5), updatedAt: at(10) })

test.each([
  ['nobody else', [draft], []],
  [
    'somebody who writes',
    [aMessage('a', { state: 'draft', createdBy: grace, updatedAt: at(10) })],
    ['grace@example.com is writing an answer.'],
  ],
  [
    'somebody who wrote a draft a while ago',
    [aMessage('a', { state: 'draft', createdBy: grace, updatedAt: at(9) })],
    [],
  ],
  [
    'somebody who answered',
    [draft, aMessage('a', { createdBy: grace, createdAt: at(8) })],
    ['grace@example.com answered 2 min ago.'],
  ],
  [
    'somebody whose answer is queued',
    [aMessage('a', { state: 'queued', createdBy: grace, createdAt: at(8) })],
    ['grace@example.com answered 2 min ago.'],
  ],
  ['an answer on Reddit', [aMessage('a', { createdBy: null, createdAt: at(8) })], ['Somebody answered 2 min ago.']],
  ['an answer from before', [aMessage('a', { createdBy: grace, createdAt: at(4) })], []],
  ['an answer that was refused', [aMessage('a', { state: 'refused', createdBy: grace, createdAt: at(8) })], []],
  ['what they wrote', [aMessage('a', { direction: 'in', state: 'received', createdAt: at(8) })], []],
])('beside the user, there is %s', (_who, messages, texts) => {
  expect(companyTexts(messages, { me, draft, now })).toEqual(texts)
})

test('answers count only while the user writes one', () => {
  expect(answersSince([aMessage('a', { createdBy: grace, createdAt: at(8) })], me, undefined)).toEqual([])
})

test('what was seen ends with the newest message', () => {
  expect(seenUntil([])).toBeNull()
  expect(seenUntil([aMessage('a', { createdAt: at(3) }), aMessage('b', { createdAt: at(2) })])).toBe(at(3))
})

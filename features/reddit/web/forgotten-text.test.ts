import { expect, test } from 'vitest'
import { postStandings } from '#features/posts/contract.ts'
import { reasonTexts, relatedText, subjectText } from './forgotten-text.ts'

test('each reason has its own text', () => {
  const ways = postStandings.filter((standing) => standing !== 'there')
  expect(new Set(ways.map((standing) => reasonTexts[standing])).size).toBe(ways.length)
})

test.each([
  ['lead', null, 'A lead'],
  [null, 'mention', 'A mention'],
  ['lead', 'mention', 'A lead and a mention'],
  [null, null, 'A post'],
])('lead %s and mention %s read: %s', (opportunityId, mentionId, text) => {
  expect(subjectText({ opportunityId, mentionId })).toBe(text)
})

test.each([
  [0, 0, ''],
  [1, 0, 'Also deleted: quotes in 1 note or message.'],
  [0, 1, 'Also deleted: the name of 1 person.'],
  [1200, 2, 'Also deleted: quotes in 1,200 notes and messages and the names of 2 people.'],
])('%d texts and %d people read: %s', (texts, people, text) => {
  expect(relatedText({ texts, people })).toBe(text)
})

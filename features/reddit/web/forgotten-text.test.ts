import { expect, test } from 'vitest'
import { postStandings } from '#features/posts/contract.ts'
import { reasonTexts, relatedText, subjectText } from './forgotten-text.ts'

test('each way in which something goes has words of its own', () => {
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
  [1, 0, 'With it went what 1 of your notes and messages quoted of it.'],
  [0, 1, 'With it went the name of 1 person.'],
  [1200, 2, 'With it went what 1,200 of your notes and messages quoted of it, and the names of 2 people.'],
])('%d texts and %d people read: %s', (texts, people, text) => {
  expect(relatedText({ texts, people })).toBe(text)
})

import { expect, test } from 'vitest'
import { feelingLooks, handledText, mentionsText, mutedText, usualText } from './labels.ts'

test('each sentiment has a sign of its own', () => {
  const icons = Object.values(feelingLooks).map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})

test.each([
  [true, 1, 'Marked handled'],
  [false, 1, 'Marked not handled'],
  [true, 1200, 'Marked handled: 1,200 mentions'],
])('when handled is %s for %i mentions, the notice says: %s', (handled, mentions, text) => {
  expect(handledText(handled, mentions)).toBe(text)
})

test.each([
  ['author', 'mara', undefined, 'u/mara'],
  ['community', 'crm', undefined, 'r/crm'],
  ['thread', '1abc', 'Which CRM?', 'Which CRM?'],
  ['thread', '1abc', ' ', 'A thread without a title'],
  ['thread', '1abc', undefined, 'A thread without a title'],
] as const)('a muted %s called %s, of a post titled %j, is listed as: %s', (kind, name, title, text) => {
  const post = title === undefined ? null : { ...postWithout, title }
  expect(mutedText({ kind, name, post })).toBe(text)
})

test('numbers are in words', () => {
  expect([mentionsText(0), mentionsText(1), mentionsText(2000)]).toEqual(['0 mentions', '1 mention', '2,000 mentions'])
  expect([usualText(0), usualText(2.5)]).toEqual(['usually none', 'usually 2.5'])
})

const postWithout = {
  ...{ id: 'p', documentId: 'p', createdAt: '', updatedAt: '', publishedAt: '', outsideId: 'a', kind: 'post' as const },
  ...{ subreddit: 'crm', author: null, body: '', bodyTruncated: false, url: null, permalink: '/', flair: null },
  ...{ score: null, numComments: null, postedAt: null, standing: 'there' as const, checkedAt: null },
}

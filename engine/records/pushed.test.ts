import { expect, test } from 'vitest'
import { sourceNameFault, toPushed } from './pushed.ts'

const item = { id: 7, title: 'Which CRM?', body: 'For a company of five', author: 'Mara', url: 'https://a.example/7' }

test('an item is a post of its source, and only its address leads to it', () => {
  const pushed = { ...item, subreddit: 'saas', permalink: '/r/saas/', createdAt: '2026-01-02T03:04:05Z' }
  expect(toPushed(pushed, 'G2 reviews')).toEqual({
    record: {
      source: 'push',
      id: '7',
      kind: 'post',
      subreddit: '@G2_reviews',
      author: 'Mara@G2_reviews',
      title: 'Which CRM?',
      body: 'For a company of five',
      flair: null,
      score: null,
      numComments: null,
      postedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      url: null,
      permalink: 'https://a.example/7',
      bodyTruncated: false,
    },
  })
})

test.each([
  [{ ...item, url: undefined }, 'url must be the address of the post, with http:// or https://'],
  [{ ...item, url: 'javascript:alert(1)' }, 'url must be the address of the post, with http:// or https://'],
  [{ ...item, url: 'https://user:pass@a.example/' }, 'url must be the address of the post, with http:// or https://'],
  [{ ...item, kind: 'story' }, 'kind must be post or comment'],
  [{ ...item, title: '', body: '' }, 'title and body are empty'],
  [{ ...item, id: 'a b' }, 'id can contain only letters, digits, and _ . : -'],
  [{ id: 'a b', deleted: true }, 'id can contain only letters, digits, and _ . : -'],
  [[item], 'not an object'],
  ['text', 'not an object'],
])('%j is refused', (value, broken) => {
  expect(toPushed(value, 'Forum')).toEqual({ broken })
})

test('a line with deleted needs only an ID', () => {
  expect(toPushed({ id: 7, deleted: true }, 'Forum')).toEqual({ deletedId: '7' })
})

test.each([
  ['G2 reviews', true],
  ['Ünser-Forum 2.0', true],
  ['Hacker News', false],
  ['reddit', false],
  ['r/saas', false],
  ['@forum', false],
  ['x'.repeat(41), false],
  ['', false],
])('a source may be called %j: %j', (name, allowed) => {
  expect(sourceNameFault(name) === null).toBe(allowed)
})

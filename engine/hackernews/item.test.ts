import { expect, test } from 'vitest'
import { itemNumber, itemState, recordOfHit, recordOfItem, storedId } from './item.ts'
import { hackerNewsText } from './text.ts'

const story = { id: 5, type: 'story', by: 'ann', time: 1_700_000_000, title: 'Ask HN: CRM?', score: 3, descendants: 2 }

test('an item and a hit of the search become the same record', () => {
  const record = recordOfItem({ ...story, text: 'For <i>five</i>', url: 'https://a.example/' }, '')
  expect(record).toMatchObject({
    ...{ source: 'hackernews', id: 'hn-5', kind: 'post', subreddit: '@Hacker_News', author: 'ann@Hacker_News' },
    ...{ title: 'Ask HN: CRM?', body: 'For five', score: 3, numComments: 2, postedAt: 1_700_000_000_000 },
    permalink: 'https://news.ycombinator.com/item?id=5',
  })
  const hit = { objectID: '5', _tags: ['story', 'author_ann'], author: 'ann', created_at_i: 1_700_000_000 }
  const content = { title: 'Ask HN: CRM?', story_text: 'For <i>five</i>', url: 'https://a.example/' }
  expect(recordOfHit({ ...hit, ...content, points: 3, num_comments: 2 })).toEqual(record)
})

test('a comment has the title of its thread', () => {
  const comment = { id: 6, type: 'comment', by: 'bob', time: 1_700_000_000, text: 'Try it', parent: 5 }
  expect(recordOfItem(comment, 'CRM?')).toMatchObject({ kind: 'comment', title: 'CRM?', body: 'Try it' })
})

test.each([
  ['a job', { ...story, type: 'job' }],
  ['an option of a poll', { ...story, type: 'pollopt' }],
  ['a deleted item', { id: 5, type: 'story', time: 1_700_000_000, deleted: true }],
  ['a dead item', { ...story, dead: true }],
  ['an empty item', { ...story, title: '' }],
  ['nothing', null],
  ['a text', 'story'],
])('%s is no record', (_what, value) => {
  expect(recordOfItem(value, '')).toBeNull()
})

test('an item says what became of it', () => {
  expect(itemState({ ...story, dead: true })).toMatchObject({ gone: 'removed' })
  expect(itemState({ id: 5, type: 'story', deleted: true })).toMatchObject({ gone: 'deleted' })
  expect(itemState(story)).toMatchObject({ gone: null })
  expect(itemState({ type: 'story' })).toBeNull()
})

test.each(['hn-42', '42', 'hn-x'])('the number of %s', (stored) => {
  expect(itemNumber(stored)).toBe(stored === storedId(42) ? 42 : null)
})

test.each([
  ['One<p>Two &amp; three', 'One\n\nTwo & three'],
  ['<a href="https:&#x2F;&#x2F;a.example&#x2F;long">https:&#x2F;&#x2F;a.ex...</a>!', 'https://a.example/long!'],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['<pre><code>a\n b</code></pre>', 'a\n     b'],
  ['<script>alert(1)</script><b>bold</b>', 'alert(1)bold'],
  ['&lt;script&gt;', '<script>'],
])('the HTML %s is the text %j', (html, text) => {
  expect(hackerNewsText(html)).toBe(text)
})

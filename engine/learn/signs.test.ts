import { expect, test } from 'vitest'
import type { Item } from '../item.ts'
import { signsOf } from './signs.ts'

const item: Item = {
  id: 'a',
  kind: 'post',
  subreddit: 'SmallBusiness',
  author: 'maker',
  title: 'I built a planner, check it out',
  body: 'It keeps the invoices of Zanzibarly. https://www.Planly.example/a and https://i.imgur.com/x. See https://planly.example.',
  flair: null,
  score: null,
  numComments: null,
  postedAt: null,
}

test('the signs of an item are its community, author, links, wording and words', () => {
  const signs = signsOf(item)
  expect(signs).toMatchObject({ community: 'smallbusiness', author: 'maker', links: ['planly.example'] })
  expect(signs.wording).toContain('title own')
  expect(signs.words).toContain('invoice')
})

test('names, rare words and everyday words are not kept', () => {
  const { words } = signsOf(item)
  expect(words.join(' ')).not.toMatch(/zanzibarly|planly/)
  expect(words).not.toContain('it')
})

test('words late in a long text are ignored', () => {
  expect(signsOf({ ...item, body: `${'word '.repeat(400)} invoices` }).words).not.toContain('invoice')
})

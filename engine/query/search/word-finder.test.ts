import { expect, test } from 'vitest'
import type { Item } from '../../item.ts'
import { parseQuery } from '../parse.ts'
import { wordFinder } from './word-finder.ts'

const item: Item = {
  ...{ id: 'a', kind: 'post', subreddit: 'SaaS', author: null, flair: null, score: null, numComments: null },
  title: 'Leaving HubSpot: which CRM?',
  body: 'Our **CRM** sends invoices. No invoicing app so far.',
  postedAt: null,
}

test.each<[query: string, words: string[]]>([
  ['crm', ['CRM', 'CRM']],
  ['title:crm', ['CRM']],
  ['"which crm"', ['which CRM']],
  ['invoic*', ['invoices', 'invoicing']],
  ['hubspot OR app', ['HubSpot', 'app']],
  ['crm NEAR/3 invoices', ['CRM', 'CRM', 'invoices']],
  ['crm -app type:post', ['CRM', 'CRM']],
  ['type:post', []],
])('the words of %s in a post are %j', (text, expected) => {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(parsed.fault.cause)
  const found = wordFinder(parsed.query)(item)
  expect(found.map(({ field, start, end }) => item[field].slice(start, end))).toEqual(expected)
})

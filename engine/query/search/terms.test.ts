import { expect, test } from 'vitest'
import { parseQuery } from '../parse.ts'
import { type IndexTerms, indexTermsOf } from './terms.ts'

test.each<[query: string, terms: string | null]>([
  ['CRM', 'crm'],
  ['crm freelancers', '(crm & freelancers)'],
  ['"small team"', '(small & team)'],
  // Everyday words are in most items.
  ['"the small team" and', '(small & team)'],
  ['"of the"', '(of & the)'],
  ['the subreddit:saas', '(the & r/saas)'],
  ['crm OR tea', '(crm | tea)'],
  ['crm -tea', 'crm'],
  ['invoic*', 'invoic*'],
  ['"send invoic*"', '(send & invoic*)'],
  ['crm NEAR/3 (tea OR coffee)', '(crm & (tea | coffee))'],
  ['title:"small team" body:crm', '(t/small & t/team & crm)'],
  ["won't", '(won & t)'],
  ['c++', 'c'],
  ['café', 'caf'],
  ['caf* subreddit:SaaS author:Ann', '(caf* & r/saas & u/ann)'],
  ['crm after:7d score>10 type:post', 'crm'],
  // Any post may match.
  ['кофе', null],
  ['crm OR кофе', null],
  ['type:post', null],
])('a match of %s has the terms %s', (text, expected) => {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(parsed.fault.cause)
  const terms = indexTermsOf(parsed.query)
  expect(terms && written(terms)).toBe(expected)
})

test('a word has the terms of one of its spellings', () => {
  const parsed = parseQuery('"invoice tracking"', 'search')
  if (parsed.state === 'faulty') throw new Error(parsed.fault.cause)
  const terms = indexTermsOf(parsed.query, (wording) => [wording, 'invoicetracking'])
  expect(terms && written(terms)).toBe('((invoice & tracking) | invoicetracking)')
})

function written(terms: IndexTerms): string {
  switch (terms.kind) {
    case 'all':
      return `(${terms.of.map(written).join(' & ')})`
    case 'any':
      return `(${terms.of.map(written).join(' | ')})`
    case 'run':
      return `${terms.inTitle ? 't/' : ''}${terms.text}${terms.prefix ? '*' : ''}`
    default:
      return `${terms.kind === 'subreddit' ? 'r' : 'u'}/${terms.name}`
  }
}

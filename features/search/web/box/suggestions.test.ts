import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const communities = ['SaaS', 'sales', 'startups']

test.each<[typed: string, labels: string[]]>([
  ['', []],
  ['crm ', []],
  ['crm s', ['subreddit:', 'score>']],
  ['crm -s', ['subreddit:', 'score>']],
  ['crm (ti', ['title:']],
  ['crm a', ['AND', 'author:', 'after:']],
  // An operator needs a word before it.
  ['a', ['author:', 'after:']],
  ['crm OR', []],
  ['crm subreddit:', ['subreddit:SaaS', 'subreddit:sales', 'subreddit:startups']],
  ['crm subreddit:SA', ['subreddit:SaaS', 'subreddit:sales']],
  ['crm subreddit:saas', []],
  ['crm type:', ['type:post', 'type:comment']],
  ['crm after:7', ['after:7d']],
  ['crm score>', ['score>5', 'score>50']],
  // Inside a phrase, everything is a word.
  ['"crm s', []],
  ['"crm" s', ['subreddit:', 'score>']],
])('%j can go on with %j', (typed, labels) => {
  expect(suggestionsFor(typed, communities).map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['crm -sub', 'crm -subreddit:'],
  ['crm subreddit:st', 'crm subreddit:startups '],
  ['crm o', 'crm OR '],
])('%j becomes %j with the first suggestion', (typed, text) => {
  expect(suggestionsFor(typed, communities)[0]?.text).toBe(text)
})

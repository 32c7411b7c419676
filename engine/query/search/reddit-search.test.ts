import { describe, expect, test } from 'vitest'
import { parseQuery } from '../parse.ts'
import type { Query } from '../query.ts'
import { redditSearchOf } from './reddit-search.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function read(text: string): Query {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(parsed.fault.cause)
  return parsed.query
}

describe('a search of Reddit', () => {
  test.each<[query: string, q: string]>([
    ['CRM', 'crm'],
    ['crm invoices', 'crm AND invoices'],
    ['crm OR invoice', 'crm OR invoice'],
    ['(crm OR invoice) -free', '(crm OR invoice) AND NOT free'],
    ['"small team"', '"small team"'],
    ['"c++"', '"c++"'],
    ['"or"', 'or'],
    ['title:crm body:"small team"', 'title:crm AND selftext:"small team"'],
    ['author:Ann crm', 'author:ann AND crm'],
    ['crm -author:ann', 'crm AND NOT author:ann'],
    ['crm (subreddit:saas OR subreddit:sales)', 'crm AND (subreddit:saas OR subreddit:sales)'],
    // Reddit knows no distances.
    ['crm NEAR/3 (tea OR coffee)', 'crm AND (tea OR coffee)'],
    // Neither beginnings of words, languages, nor votes.
    ['crm invoic*', 'crm'],
    ['"send invoic*"', 'send'],
    ['crm -invoic*', 'crm'],
    ['crm lang:en score>10 type:post', 'crm'],
    ['crm (tea OR score>10)', 'crm'],
    // The opposite of a part that can't be asked for can't be either.
    ['crm -(tea score>10)', 'crm'],
    ['crm -(tea OR score>10)', 'crm AND NOT tea'],
  ])('for %s asks for %s', (text, q) => {
    expect(redditSearchOf(read(text), now)).toEqual({ q, subreddit: null, time: 'all' })
  })

  test.each<[query: string, q: string, subreddit: string]>([
    ['crm subreddit:SaaS', 'crm', 'saas'],
    ['subreddit:saas -crm', 'subreddit:saas AND NOT crm', 'saas'],
    ['subreddit:saas score>10', 'subreddit:saas', 'saas'],
  ])('for %s asks for %s in the community %s', (text, q, subreddit) => {
    expect(redditSearchOf(read(text), now)).toEqual({ q, subreddit, time: 'all' })
  })

  test.each([
    ['after:1h', 'hour'],
    ['after:24h', 'day'],
    ['after:2d', 'week'],
    ['after:30d', 'month'],
    ['after:2026-01-01', 'year'],
    ['after:2020-01-01', 'all'],
    ['before:1d', 'all'],
    ['(after:1d OR score>5)', 'all'],
  ])('%s is a search of the last %s', (text, time) => {
    expect(redditSearchOf(read(`crm ${text}`), now)).toMatchObject({ q: 'crm', time })
  })

  test.each([
    ['type:comment crm', 'comments'],
    ['invoic*', 'tooBroad'],
    ['score>10', 'tooBroad'],
    ['score>10 -crm', 'tooBroad'],
    ['crm OR (score>10 -tea)', 'tooBroad'],
  ])('%s has no counterpart: %s', (text, why) => {
    expect(redditSearchOf(read(text), now)).toBe(why)
  })

  test('is no longer than Reddit reads, and leaves out what does not fit', () => {
    const long: Query = {
      kind: 'any',
      of: Array.from({ length: 60 }, (_, at) => ({
        kind: 'term',
        text: `alternative${at}`,
        prefix: false,
        field: null,
      })),
    }
    const query: Query = { kind: 'all', of: [read('crm'), long, read('tea')] }
    expect(redditSearchOf(query, now)).toMatchObject({ q: 'crm AND tea' })
  })
})

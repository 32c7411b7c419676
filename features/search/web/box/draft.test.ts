import { describe, expect, test } from 'vitest'
import { canonicalForm } from '#engine/query/canonical.ts'
import { parseQuery } from '#engine/query/parse.ts'
import type { Query } from '#engine/query/query.ts'
import { type Draft, draftOfQuery, emptyDraft, queryOfDraft } from './draft.ts'

function read(text: string): Query {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(`${text}: ${parsed.fault.cause}`)
  return parsed.query
}

describe('a form', () => {
  test.each<[text: string, draft: Partial<Draft>]>([
    ['crm', { all: ['crm'] }],
    ['"small team" invoic*', { all: ['small team', 'invoic*'] }],
    ['crm (hubspot OR pipedrive) -free', { all: ['crm'], any: ['hubspot', 'pipedrive'], none: ['free'] }],
    ['crm (subreddit:saas OR subreddit:startups)', { all: ['crm'], subreddits: ['saas', 'startups'] }],
    [
      'crm subreddit:saas author:ann-b type:post after:7d before:2026-01-31 score>=10',
      {
        ...{ all: ['crm'], subreddits: ['saas'], author: 'ann-b', kind: 'post' },
        ...{ after: '7d', before: '2026-01-31', minScore: '10' },
      },
    ],
    ['"or" "c++"', { all: ['or', 'c++'] }],
  ])('and %s are the same', (text, part) => {
    const draft = { ...emptyDraft, ...part }
    expect(draftOfQuery(read(text))).toEqual(draft)
    expect(canonicalForm(read(queryOfDraft(draft)))).toBe(canonicalForm(read(text)))
  })

  test.each([
    [
      'a form understands names with their prefix',
      { all: ['crm'], subreddits: ['r/SaaS'], author: 'u/ann' },
      'crm subreddit:SaaS author:ann',
    ],
    ['one of a single word is that word', { any: ['crm'] }, 'crm'],
    ['quotes in a word are kept', { all: ['say "hi"'] }, '"say \\"hi\\""'],
  ])('%s', (_what, part, text) => {
    expect(queryOfDraft({ ...emptyDraft, ...part })).toBe(text)
  })

  test.each([
    'title:crm',
    'crm NEAR/3 team',
    '(a b) OR c',
    '(a OR b) (c OR d)',
    'crm lang:de',
    'crm score<5',
    'crm -subreddit:saas',
  ])('can not show %s', (text) => {
    expect(draftOfQuery(read(text))).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { explanation } from './explain.ts'
import { parseQuery, type QueryUse } from './parse.ts'

const rows: [query: string, use: QueryUse, meaning: string][] = [
  ['crm', 'search', 'contains “crm”'],
  ['crm for freelancers', 'keyword', 'contains “crm for freelancers”'],
  ['simple crm', 'search', 'contains both “simple” and “crm”'],
  ['simple cheap crm', 'search', 'contains all of “simple”, “cheap” and “crm”'],
  ['crm OR erp', 'search', 'contains either “crm” or “erp”'],
  ['"sales tool" OR crm OR erp', 'search', 'contains one of “sales tool”, “crm” or “erp”'],
  ['crm -hubspot', 'search', 'contains “crm” and does not contain “hubspot”'],
  ['crm -hubspot -zoho', 'search', 'contains “crm” and contains neither “hubspot” nor “zoho”'],
  ['crm -(a OR b OR c)', 'search', 'contains “crm” and contains none of “a”, “b” and “c”'],
  ['freelanc*', 'search', 'contains a word starting with “freelanc”'],
  ['"project manag*"', 'search', 'contains “project manag…” with any ending'],
  ['title:(crm OR erp) team', 'search', 'contains either “crm” or “erp” in the title and contains “team”'],
  ['body:"looking for"', 'search', 'contains “looking for” in the text'],
  ['crm NEAR/3 team', 'search', 'has “crm” and “team” with at most 3 words between them'],
  [
    'title:((crm OR erp) NEAR/1 switch*)',
    'search',
    'has either “crm” or “erp” and a word starting with “switch” with at most 1 word between them in the title',
  ],
  [
    'NOT (crm NEAR/0 team) subreddit:saas',
    'search',
    'does not have “crm” and “team” next to each other and is in r/saas',
  ],
  ['crm subreddit:(saas OR startups)', 'search', 'contains “crm” and is in either r/saas or r/startups'],
  ['crm author:(a OR b OR c)', 'search', 'contains “crm” and is by one of u/a, u/b or u/c'],
  ['crm -subreddit:(saas OR startups)', 'search', 'contains “crm” and is in neither r/saas nor r/startups'],
  ['crm -subreddit:saas -author:bob', 'search', 'contains “crm”, is not in r/saas and is not by u/bob'],
  [
    'type:post lang:de after:2026-01-31 before:2026-03-01',
    'search',
    'is a post, is in German, was posted on or after January 31, 2026 (UTC) and was posted before March 1, 2026 (UTC)',
  ],
  ['crm after:7d score>=10', 'search', 'contains “crm”, was posted in the last 7 days and has a score of at least 10'],
  [
    'crm before:1w -score>100',
    'search',
    'contains “crm”, was posted more than 1 week ago and does not have a score above 100',
  ],
  ['crm OR (erp score:5)', 'search', 'contains “crm” or (contains “erp” and has a score of exactly 5)'],
  ['a -(b c)', 'search', 'contains “a” and does not match (contains both “b” and “c”)'],
  ['a -(b title:c)', 'search', 'contains “a” and does not match (contains “b” and contains “c” in the title)'],
  ['a -(b OR score<3)', 'search', 'contains “a” and does not match (contains “b” or has a score below 3)'],
  [
    '-type:comment after:1h score<=9',
    'search',
    'is not a comment, was posted in the last hour and has a score of at most 9',
  ],
]

test.each(rows)('%s (%s): %s', (text, use, meaning) => {
  const parsed = parseQuery(text, use)
  expect(parsed.state === 'read' && explanation(parsed.query)).toBe(`Matches anything that ${meaning}.`)
})

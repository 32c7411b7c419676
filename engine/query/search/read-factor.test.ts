import { expect, test } from 'vitest'
import { parseQuery } from '../parse.ts'
import { readFactor } from './read-factor.ts'

test.each([
  ['most posts with the word itself match', 'notion', 1.2],
  ['the beginning of a word is in the index', 'notio*', 1.2],
  ['so are names', 'notion subreddit:crm author:ann', 1.2],
  ['excluded words exclude few', 'notion -airtable', 1.2],
  ['but everyday ones exclude many', 'notion -the', 2],
  ['everyday words are not looked up', 'notion for', 4],
  ['nor is the order of words', '"notion alternative"', 4],
  ['nor their distance', 'notion NEAR/5 alternative', 4],
  ['nor scores', 'notion score>10', 4],
  ['an alternative that is looked up finds enough', 'notion OR "keeps crashing"', 1.2],
])('%s', (_, text, expected) => {
  const parsed = parseQuery(text, 'search')
  expect(parsed.state === 'faulty' ? parsed.fault : readFactor(parsed.query)).toBe(expected)
})

import { expect, test } from 'vitest'
import { readRecent, withRecent } from './recent.ts'

test('the newest comes first, each once, and the oldest goes', () => {
  const ids = ['a', 'b', 'a', 'c', 'd', 'e'].reduce<string[]>(withRecent, [])
  expect(ids).toEqual(['e', 'd', 'c', 'a'])
  expect(withRecent(ids, 'c')).toEqual(['c', 'e', 'd', 'a'])
})

test.each([
  [null, []],
  ['', []],
  ['{"a":1}', []],
  ['["go",1,null,"new"]', ['go', 'new']],
  ['["a","b","c","d","e","f"]', ['a', 'b', 'c', 'd']],
])('%j is read as %j', (stored, ids) => {
  expect(readRecent(stored)).toEqual(ids)
})

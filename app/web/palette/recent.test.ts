import { expect, test } from 'vitest'
import { readRecent, withRecent } from './recent.ts'

test('puts the newest first, keeps each once and drops the oldest', () => {
  const ids = ['a', 'b', 'a', 'c', 'd', 'e'].reduce<string[]>(withRecent, [])
  expect(ids).toEqual(['e', 'd', 'c', 'a'])
  expect(withRecent(ids, 'c')).toEqual(['c', 'e', 'd', 'a'])
})

test.each([
  [null, []],
  ['', []],
  ['null', []],
  ['{"a":1}', []],
  ['["go"]', []],
  ['{"userId":"grace","ids":7}', []],
  ['{"userId":"grace","ids":["go",1,null,"new"]}', ['go', 'new']],
  ['{"userId":"grace","ids":["a","b","c","d","e","f"]}', ['a', 'b', 'c', 'd']],
  ['{"userId":"ada","ids":["go"]}', []],
])('%j is read by grace as %j', (stored, ids) => {
  expect(readRecent(stored, 'grace')).toEqual(ids)
})

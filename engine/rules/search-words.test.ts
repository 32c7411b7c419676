import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['', []],
  ['  simple   crm ', ['simple', 'crm']],
  ['"simple crm" studio', ['simple crm', 'studio']],
  ['"left open', ['left open']],
  ['" " ""', []],
  ['a b c d e f g h i j k l', [...'abcdefghij']],
])('the search %j looks for %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

import { expect, test } from 'vitest'
import { stageKeyOf } from './stage-key.ts'

test.each([
  ['Demo booked', [], 'demoBooked'],
  ['  Übergabe (letzte)  ', [], 'ubergabeLetzte'],
  ['NDA', [], 'nda'],
  ['2nd call', [], '2ndCall'],
  ['Won', ['won'], 'won2'],
  ['won', ['won', 'won2'], 'won3'],
  ['成約', [], 'stage'],
  ['🎉', ['stage'], 'stage2'],
  ['a'.repeat(50), [], 'a'.repeat(40)],
])('the stage %s, beside %o, has the key %s', (name, taken, key) => {
  expect(stageKeyOf(name, taken)).toBe(key)
})

import { expect, test } from 'vitest'
import { toggled } from './chosen.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const choice = (ids: string, last: string | null = null) => ({ ids: new Set(ids), last })

test.each([
  ['', null, 'b', false, 'b'],
  ['b', 'b', 'd', false, 'bd'],
  ['b', 'b', 'b', false, ''],
  ['b', 'b', 'd', true, 'bcd'],
  ['d', 'd', 'b', true, 'bcd'],
  ['abcde', 'a', 'c', true, 'de'],
  ['', null, 'c', true, 'c'],
  ['x', 'x', 'c', true, 'xc'],
])('with %j chosen, the last one %j, a click on %s (range: %j) chooses %j', (ids, last, id, range, after) => {
  const next = toggled(choice(ids, last), order, id, range)
  expect([...next.ids].toSorted()).toEqual([...after].toSorted())
  expect(next.last).toBe(id)
})

import { expect, test } from 'vitest'
import { newLead } from '../factories.ts'
import { changes, toggled } from './chosen.ts'

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

test.each([
  ['new', 'reply', true, true],
  ['new', 'reply', false, false],
  ['replied', 'reply', true, false],
  ['replied', 'reply', false, true],
  ['rejected', 'reply', false, false],
] as const)('a %s lead: %s %j changes it: %j', (state, kind, on, expected) => {
  expect(changes(newLead('l', { state }), { kind, on })).toBe(expected)
})

test('saving changes only leads that are not saved', () => {
  const leads = [newLead('l', { saved: true }), newLead('m', { state: 'rejected' })]
  expect(leads.map((lead) => changes(lead, { kind: 'save', on: true }))).toEqual([false, true])
})

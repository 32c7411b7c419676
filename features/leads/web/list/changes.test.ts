import { expect, test } from 'vitest'
import { newLead } from '../factories.ts'
import { changes } from './changes.ts'

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

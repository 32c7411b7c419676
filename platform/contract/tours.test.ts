import { expect, test } from 'vitest'
import type { TourArea } from './tours.ts'
import { isTourCompleted, readTourState, withTourCompleted } from './tours.ts'

const none = {
  searchboxTourCompleted: false,
  opportunitiesTourCompleted: false,
  mentionsTourCompleted: false,
  insightsTourCompleted: false,
}

test.each([
  ['nothing', null, none],
  ['an empty string', '', none],
  ['truncated JSON', '{"opportunitiesTourCompleted":tr', none],
  ['null', 'null', none],
  ['a list', '[true]', none],
  ['a number', '7', none],
  ['a string', '"done"', none],
  ['an empty object', '{}', none],
  ['one flag', '{"mentionsTourCompleted":true}', { ...none, mentionsTourCompleted: true }],
  [
    'a flag that is not a boolean',
    '{"insightsTourCompleted":"yes","searchboxTourCompleted":true}',
    { ...none, searchboxTourCompleted: true },
  ],
  ['a flag of an unknown area', '{"crmTourCompleted":true}', none],
  ['__proto__', '{"__proto__":{"insightsTourCompleted":true}}', none],
])('reads %s as stored and everything else as not completed', (_, stored, state) => {
  expect(readTourState(stored)).toEqual(state)
})

test.each<[TourArea, object]>([
  ['searchbox', { searchboxTourCompleted: true }],
  ['opportunities', { opportunitiesTourCompleted: true }],
  ['mentions', { mentionsTourCompleted: true }],
  ['insights', { insightsTourCompleted: true }],
])('completing the tour of %s sets only its flag, permanently', (area, flag) => {
  const fresh = readTourState(null)
  expect(isTourCompleted(fresh, area)).toBe(false)
  const after = withTourCompleted(fresh, area)
  expect(after).toEqual({ ...none, ...flag })
  expect(isTourCompleted(after, area)).toBe(true)
  expect(withTourCompleted(after, area)).toEqual(after)
  expect(readTourState(JSON.stringify(after))).toEqual(after)
})

test('completing a tour keeps the others completed', () => {
  const all = (['searchbox', 'opportunities', 'mentions', 'insights'] as const).reduce(
    withTourCompleted,
    readTourState(null),
  )
  expect(Object.values(all)).toEqual([true, true, true, true])
})

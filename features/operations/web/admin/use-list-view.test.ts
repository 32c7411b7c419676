import { expect, test } from 'vitest'
import { sortIn, sortOf, tableSort } from './use-list-view.ts'

test.each([
  ['created:desc', { id: 'name', desc: true }, 'name:asc'],
  ['name:asc', { id: 'name', desc: true }, 'name:desc'],
  ['name:desc', { id: 'seen', desc: false }, 'seen:desc'],
  ['seen:desc', { id: 'seen', desc: false }, 'seen:asc'],
  ['seen:asc', { id: 'created', desc: false }, 'created:desc'],
  ['name:asc', null, 'created:desc'],
] as const)('a list sorted by %s is sorted by %j next: %s', (current, next, sort) => {
  expect(sortOf(next, current)).toBe(sort)
  expect(sortIn(sort)).toBe(sort)
})

test('an unknown order in the address is the usual one', () => {
  expect([sortIn('happy:desc'), sortIn(null)]).toEqual(['created:desc', 'created:desc'])
  expect(tableSort('seen:asc')).toEqual({ id: 'seen', desc: false })
})

import { expect, test } from 'vitest'
import { columnClasses, compareCells } from './table-model.ts'

test.each([
  [2, 10, -1],
  [10, 2, 1],
  [3, 3, 0],
  ['b', 'a', 1],
  ['a', 'B', -1],
  ['émile', 'Emil', 1],
  ['item 2', 'item 10', -1],
  ['CRM', 'crm', 0],
])('comparing %j with %j gives %i', (a, b, sign) => {
  expect(Math.sign(compareCells(a, b))).toBe(sign)
})

test('numeric columns align right and optional columns hide in narrow tables', () => {
  const column = { id: 'score', header: 'Score', value: () => 1 }
  expect(columnClasses(column)).toBe('')
  expect(columnClasses({ ...column, align: 'end' })).toBe('tabular text-right')
  expect(columnClasses({ ...column, from: 'md' })).toMatch(/^hidden @.*:table-cell$/)
})

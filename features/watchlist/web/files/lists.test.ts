import { expect, test } from 'vitest'
import { listOf, listText } from './lists.ts'

test.each([[[]], [['pipe welder']], [['a', 'b | c', 'd']], [['back\\slash', '\\|', '|']], [['ends with \\', 'x']]])(
  'the values %j are read as they were written',
  (values) => {
    expect(listOf(listText(values))).toEqual(values)
  },
)

test('white space and empty values are left out', () => {
  expect(listOf(' a |  | b ')).toEqual(['a', 'b'])
})

import { expect, test } from 'vitest'
import { sharesOf } from './share.ts'

test.each<[string, number[][], number, (number | null)[][]]>([
  ['no names', [], 1, []],
  ['one name', [[2, 5]], 1, [[100, 100]]],
  [
    'two names',
    [
      [1, 0],
      [3, 2],
    ],
    1,
    [
      [25, 0],
      [75, 100],
    ],
  ],
  [
    'a period without mentions',
    [
      [0, 1],
      [0, 1],
    ],
    1,
    [
      [null, 50],
      [null, 50],
    ],
  ],
  [
    'the last two periods, or fewer at the start',
    [
      [1, 0, 0],
      [0, 3, 0],
    ],
    2,
    [
      [100, 25, 0],
      [0, 75, 100],
    ],
  ],
  ['thirds, rounded', [[1], [1], [1]], 1, [[33], [33], [33]]],
])('the shares of %s', (_, counts, window, expected) => {
  expect(sharesOf(counts, window)).toEqual(expected)
})

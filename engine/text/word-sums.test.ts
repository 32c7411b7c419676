import { expect, test } from 'vitest'
import { rowSums } from './word-sums.ts'

const width = 64
/** Every number that a row can contain, in rows that differ. */
const rows = Int8Array.from({ length: 300 * width }, (_, at) => ((at * 7 + Math.floor(at / width)) % 256) - 128)

const cases: [name: string, numbers: number[], weights: number[]][] = [
  ['no rows', [], []],
  ['one row', [299], [1]],
  ['several rows with weights', [0, 17, 255, 256, 299], [0.5, -2, 3.25, 0, 1.75]],
  ['one row twice', [4, 4], [1, 2]],
]
test.each(cases)('the sum of rows: %s', (_name, numbers, weights) => {
  const { sum } = rowSums(rows, width)
  const into = new Float32Array(width).fill(9)
  sum(into, numbers, weights, numbers.length)
  const expected = Array.from({ length: width }, (_, column) =>
    numbers.reduce((total, number, index) => total + rows[number * width + column]! * weights[index]!, 0),
  )
  expect(Array.from(into)).toEqual(expected)
})

test('all rows can be summed at once, and remain unchanged', () => {
  const { rows: own, sum } = rowSums(rows, width)
  const all = Array.from({ length: 300 }, (_, number) => number)
  const into = new Float32Array(width)
  sum(into, all, new Array<number>(300).fill(1), 300)
  expect(into[1]).toBe(all.reduce((total, number) => total + rows[number * width + 1]!, 0))
  expect(own).toEqual(rows)
})

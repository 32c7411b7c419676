import { expect, test } from 'vitest'
import { factorize } from './vectors.ts'

test('words with the same neighbors get similar vectors', () => {
  // Two groups of three words. Words of the same group occur together ten times as often.
  const size = 6
  const matrix = Float32Array.from({ length: size * size }, (_, at) => {
    const [row, column] = [Math.floor(at / size), at % size]
    return row === column ? 0 : Math.floor(row / 3) === Math.floor(column / 3) ? 10 : 1
  })
  const vectors = factorize(matrix, size, 2)
  const cosine = (a: number, b: number) => {
    const [x, y] = [a, b].map((row) => vectors.subarray(row * 2, row * 2 + 2))
    return (x![0]! * y![0]! + x![1]! * y![1]!) / (Math.hypot(...x!) * Math.hypot(...y!))
  }
  expect(cosine(0, 2)).toBeGreaterThan(0.9)
  expect(cosine(3, 5)).toBeGreaterThan(0.9)
  expect(cosine(0, 4)).toBeLessThan(0.3)
})

import { expect, test } from 'vitest'
import { bytesText } from './bytes.ts'

test.each([
  [0, '0 bytes'],
  [950, '950 bytes'],
  [1000, '1.0 kB'],
  [21_000_000, '21 MB'],
  [999_940, '1.0 MB'],
  [1_440_000_000, '1.4 GB'],
  [2 ** 31, '2.1 GB'],
  [5e15, '5000 TB'],
])('formats %s bytes as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

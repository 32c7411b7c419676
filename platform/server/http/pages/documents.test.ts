import { expect, test } from 'vitest'
import { encodingOf } from './documents.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip; q=0', null],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', null],
  ['brotli', null],
])('Accept-Encoding %j selects %s', (header, encoding) => {
  expect(encodingOf(header)).toBe(encoding)
})

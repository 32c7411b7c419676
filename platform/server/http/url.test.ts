import { expect, test } from 'vitest'
import { decodableUrl } from './url.ts'

test.each([
  ['/app?x=%zz', '/app?x=%zz'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/100%', '/100%25'],
  ['/%zz?a=%zz', '/%25zz?a=%zz'],
  ['/%c0%af', '/%25c0%25af'],
])('%s becomes %s', (url, readable) => {
  expect(decodableUrl(url)).toBe(readable)
})

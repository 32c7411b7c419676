import { expect, test } from 'vitest'
import { signInFault } from './sign-in-fault.ts'

test.each([
  ['sign-in-cancelled', 'You cancelled the sign-in.'],
  ['provider-unavailable', 'The provider did not answer. Please try again in a moment.'],
  ['email-needed', undefined],
  ['confirmed', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
  ['', undefined],
  [null, undefined],
])('%j says %j', (notice, words) => {
  expect(signInFault(notice)).toBe(words)
})

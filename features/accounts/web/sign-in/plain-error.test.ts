import { expect, test } from 'vitest'
import { CallError } from '#platform/web/api/call-error.ts'
import { plainError } from './plain-error.ts'

test.each([
  ['Invalid identifier or password', 'The email or password is incorrect.'],
  [
    'Email or Username are already taken',
    'An account with this email already exists. Sign in instead, or use another email.',
  ],
  ['Too many attempts. Try again in 15 minutes', 'Too many attempts. Try again in 15 minutes'],
])('"%s" is shown as "%s", with its status and name', (message, sentence) => {
  const error = { status: 400, name: 'ValidationError', details: {} }
  expect(plainError(new CallError({ ...error, message }))).toMatchObject({ ...error, message: sentence })
})

test('other errors stay as they are', () => {
  const error = new TypeError('Failed to fetch')
  expect(plainError(error)).toBe(error)
})

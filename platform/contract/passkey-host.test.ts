import { expect, test } from 'vitest'
import { isPasskeyHost } from './passkey-host.ts'

test.each([
  ['leads.example.com', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('passkeys at %s: %s', (host, expected) => {
  expect(isPasskeyHost(host)).toBe(expected)
})

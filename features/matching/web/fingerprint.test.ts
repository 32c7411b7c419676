import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const long = 'x'.repeat(200_000)

test('the same file has the same fingerprint, short enough to store', async () => {
  const print = await fingerprintOf(new Blob([`a${long}b`]))
  expect(await fingerprintOf(new Blob([`a${long}b`]))).toBe(print)
  expect(print).toMatch(/^200002-[0-9a-f]{16}-[0-9a-f]{16}$/)
})

test.each([`A${long}b`, `a${long}B`, `a${long}xb`, 'ab', ''])(
  'another file has another fingerprint',
  async (content) => {
    expect(await fingerprintOf(new Blob([content]))).not.toBe(await fingerprintOf(new Blob([`a${long}b`])))
  },
)

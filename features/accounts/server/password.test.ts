import { expect, test } from 'vitest'
import { hashPassword, passwordCost, passwordMatches } from './password.ts'

test('a hash is argon2id with 19 MiB and two passes, with a new salt each time', async () => {
  const hashed = () => hashPassword('correct horse', passwordCost)
  const [one, two] = await Promise.all([hashed(), hashed()])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test.each([
  ['the same password matches', 'correct horse', 'correct horse', true],
  ['another case does not match', 'correct horse', 'Correct horse', false],
  ['an extra space does not match', 'correct horse', 'correct horse ', false],
  ['a different 73rd byte does not match', `${'a'.repeat(72)}b`, `${'a'.repeat(72)}c`, false],
  ['a different byte after a NUL does not match', 'abcdefgh\0i', 'abcdefgh\0j', false],
  ['é typed as two characters matches', 'caf\u00e9 au lait', 'cafe\u0301 au lait', true],
  ['letters instead of a ligature do not match', 'of\uFB01ce hours', 'office hours', false],
])('%s', async (_what, chosen, typed, right) => {
  expect(await passwordMatches(typed, await hashPassword(chosen, passwordCost))).toBe(right)
})

test('without a stored password, none matches', async () => {
  expect(await passwordMatches('correct horse', null)).toBe(false)
})

import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './password.ts'

test('a hash is argon2id with 19 MiB and two passes, with a new salt each time', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test.each([
  ['the same', 'correct horse', 'correct horse', true],
  ['another case', 'correct horse', 'Correct horse', false],
  ['a space more', 'correct horse', 'correct horse ', false],
  ['another 73rd byte', `${'a'.repeat(72)}b`, `${'a'.repeat(72)}c`, false],
  ['another byte behind a NUL', 'abcdefgh\0i', 'abcdefgh\0j', false],
  ['é typed as two characters', 'caf\u00e9 au lait', 'cafe\u0301 au lait', true],
  ['the ligature for the letters', 'of\uFB01ce hours', 'office hours', false],
])('%s', async (_what, chosen, typed, right) => {
  expect(await passwordMatches(typed, await hashPassword(chosen))).toBe(right)
})

test('without a stored password, none matches', async () => {
  expect(await passwordMatches('correct horse', null)).toBe(false)
})

import { expect, test } from 'vitest'
import { accountsIn } from './given-email.ts'

test.each([
  ["I'm u/Mara_K on Reddit, or /u/mara_k", ['mara_k']],
  ['u/nils-9, u/olga.', ['nils-9', 'olga']],
  ['https://www.reddit.com/user/pia', ['pia']],
  ['menu/lunch', []],
  ['Thanks!\n> We saw the post of u/mara\n >> and u/nils', []],
])('%j names %j', (text, accounts) => {
  expect(accountsIn(text)).toEqual(accounts)
})

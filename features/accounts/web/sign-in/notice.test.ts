import { expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { notices } from '#platform/contract/notices.ts'
import { noticeOf } from './notice.ts'

test.each([
  ['sign-in-cancelled', 'You canceled the sign-in.'],
  ['provider-unavailable', "The provider didn't respond. Try again in a moment."],
  ['expired', 'This link has expired or was already used. If we sent you a newer one, use that.'],
])('%j has the text of its error', (name, text) => {
  expect(noticeOf(name)).toEqual({ text, good: false })
})

test('only a confirmed address and a linked account are successes', () => {
  expect(noticeOf('confirmed')).toEqual({ text: 'Your email address is confirmed.', good: true })
  expect(Object.keys(notices).filter((name) => noticeOf(name)?.good)).toEqual(['confirmed', 'linked'])
})

test.each(['email-needed', 'toString', '__proto__', '', null])('%j has no text', (name) => {
  expect(noticeOf(name)).toBeUndefined()
})

test('every result of a confirmation link has a text', () => {
  const { done, failed } = endpoints.emailConfirmation.landing
  const said = [done, ...Object.values(failed)].map((path) => new URL(path, 'http://base.invalid').searchParams)
  expect(said.filter((query) => noticeOf(query.get('notice')) === undefined)).toEqual([])
})

import { expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { notices } from '#platform/contract/notices.ts'
import { noticeOf } from './notice.ts'

test.each([
  ['sign-in-cancelled', 'You canceled the sign-in.'],
  ['provider-unavailable', "The provider didn't respond. Try again in a moment."],
  ['expired', 'This link has expired or was already used. If we sent you a newer one, use that.'],
])('%j says what went wrong', (name, text) => {
  expect(noticeOf(name)).toEqual({ text, good: false })
})

test('a confirmed address and a linked account are good news, and nothing else is', () => {
  expect(noticeOf('confirmed')).toEqual({ text: 'Your email address is confirmed.', good: true })
  expect(Object.keys(notices).filter((name) => noticeOf(name)?.good)).toEqual(['confirmed', 'linked'])
})

test.each(['email-needed', 'toString', '__proto__', '', null])('%j says nothing', (name) => {
  expect(noticeOf(name)).toBeUndefined()
})

test('wherever the link in a mail ends, the page has words for it', () => {
  const { done, failed } = endpoints.emailConfirmation.landing
  const said = [done, ...Object.values(failed)].map((path) => new URL(path, 'http://base.invalid').searchParams)
  expect(said.filter((query) => noticeOf(query.get('notice')) === undefined)).toEqual([])
})

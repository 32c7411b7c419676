import { describe, expect, test } from 'vitest'
import type { Answer } from '#platform/server/services.ts'
import { answered, now } from '#tests/support/reddit-answers.ts'
import { interpretAnswer } from './interpret-answer.ts'

const verdict = (answer: Answer, failures = 0) => interpretAnswer(answer, { now, failures })
const waits = (because: string, seconds: number) => ({ state: 'later', because, at: now + seconds * 1000 })
const ends = (because: string, words: string | null = null) => ({ state: 'never', because, words })
const html = { 'content-type': 'text/html; charset=UTF-8' }
const page = '<!doctype html><title>Too Many Requests</title>'
const spoken = (errors: unknown[], more = {}) => ({ json: { errors, ...more } })

describe('a 429 response sets the wait', () => {
  test.each<[string, Answer, number]>([
    ['from a Retry-After in seconds', answered(429, page, { 'retry-after': '7', ...html }), 7],
    ['from a Retry-After date', answered(429, page, { 'retry-after': new Date(now + 90_000).toUTCString() }), 90],
    [
      'to a second for a Retry-After date in the past',
      answered(429, '', { 'retry-after': new Date(now - 90_000).toUTCString() }),
      1,
    ],
    ['from the end of its rate limit window', answered(429, {}, { 'x-ratelimit-reset': '234' }), 234],
    ['to a minute without a header', answered(429, {}), 60],
    ['to a minute for an invalid Retry-After', answered(429, {}, { 'retry-after': 'soon' }), 60],
    ['to an hour for a Retry-After of a day', answered(429, {}, { 'retry-after': '86400' }), 3600],
    ['to a second for a Retry-After of 0', answered(429, {}, { 'retry-after': '0' }), 1],
  ])('%s', (_what, answer, seconds) => {
    expect(verdict(answer)).toEqual(waits('limited', seconds))
  })
})

describe('a failure of Reddit is retried later', () => {
  test.each([500, 502, 503, 504, 520, 522])('status %d', (status) => {
    expect(verdict(answered(status, page, html))).toEqual(waits('failing', 15))
  })

  test.each([
    [1, 30],
    [2, 60],
    [5, 480],
    [6, 600],
    [1000, 600],
  ])('after %d earlier failures in a row, in %d seconds', (failures, seconds) => {
    expect(verdict(answered(503, ''), failures)).toEqual(waits('failing', seconds))
  })

  test.each<[string, Answer, object]>([
    ['an HTML page instead of JSON', answered(200, page, html), waits('page', 900)],
    ['an HTML page labeled as JSON', answered(200, page), waits('page', 900)],
    [
      'a page that blocks our IP address',
      answered(403, '<body class=theme-beta>whoa there, pardner!', html),
      waits('page', 900),
    ],
    ['truncated JSON', answered(200, '{"kind": "Listing", "data": {'), waits('broken', 15)],
  ])('%s', (_what, answer, expected) => {
    expect(verdict(answer)).toEqual(expected)
  })
})

describe('a rate limit in words sets the wait', () => {
  const limited = (words: string, more = {}) =>
    verdict(answered(200, spoken([['RATELIMIT', words, 'ratelimit']], more)))

  test.each([
    ['you are doing that too much. try again in 1 minute.', 61],
    ['You are doing that too much. Try again in 9 minutes.', 541],
    ['Looks like you have been doing that a lot. Take a break for 6 seconds before trying again.', 7],
    ['Try again in 2 milliseconds.', 1.002],
    ['Try again in 1 hour.', 3601],
    ['Try again later.', 601],
  ])('%s', (words, seconds) => {
    expect(limited(words)).toEqual(waits('account', seconds))
  })

  test('to the longer of the words and the number', () => {
    expect(limited('try again in 1 minute.', { ratelimit: 76.34 })).toEqual(waits('account', 77.34))
    expect(limited('try again in 9 minutes.', { ratelimit: 76.34 })).toEqual(waits('account', 541))
  })

  test('only if no other error makes retrying useless', () => {
    const both = spoken([
      ['RATELIMIT', 'try again in 1 minute.', 'ratelimit'],
      ['BAD_CAPTCHA', 'care to try these again?', 'captcha'],
    ])
    expect(verdict(answered(200, both))).toEqual(ends('captcha', 'care to try these again?'))
  })

  test('to an hour for a filled quota', () => {
    expect(verdict(answered(200, spoken([['QUOTA_FILLED', 'too many links', null]])))).toEqual(waits('account', 3600))
  })
})

describe('a lasting failure', () => {
  test.each<[string, Answer, object]>([
    ['a private community', answered(403, { reason: 'private', message: 'Forbidden', error: 403 }), ends('private')],
    ['a banned community', answered(404, { reason: 'banned', message: 'Not Found', error: 404 }), ends('banned')],
    ['a quarantined community', answered(403, { reason: 'quarantined', error: 403 }), ends('quarantined')],
    ['a community that never existed', answered(404, { message: 'Not Found', error: 404 }), ends('missing')],
    [
      'a community that redirects to a search',
      answered(302, '', { location: '/subreddits/search?q=crmm' }),
      ends('missing'),
    ],
    ['withheld content', answered(451, ''), ends('withheld')],
    ['a URL that is too long', answered(414, 'Error: URI Too Long'), ends('misasked')],
    ['a forbidden request', answered(403, { error: 403 }), ends('forbidden')],
    [
      'an unknown reason with an explanation',
      answered(400, { reason: 'TOO_LONG', explanation: 'this is too long (max: 300)', fields: ['title'] }),
      ends('refused', 'this is too long (max: 300)'),
    ],
    [
      'a locked thread',
      answered(200, spoken([['THREAD_LOCKED', 'Comments are locked.', 'parent']])),
      ends('closed', 'Comments are locked.'),
    ],
    ['a user who accepts no messages', answered(200, spoken([['RESTRICTED_TO_PM', null, 'to']])), ends('unwilling')],
    [
      'a user who accepts messages only from selected users',
      answered(200, spoken([['NOT_WHITELISTED_BY_USER_MESSAGE', '', 'to']])),
      ends('unwilling', ''),
    ],
    ['an unknown error code', answered(200, spoken([['BRAND_NEW', 'no', null]])), ends('refused', 'no')],
  ])('%s', (_what, answer, expected) => {
    expect(verdict(answer)).toEqual(expected)
  })
})

test.each<[string, Answer]>([
  ['an invalid token, as JSON', answered(401, { error: 401 })],
  ['an invalid token, as an HTML page', answered(401, page, html)],
  ['an error that requires a login', answered(200, spoken([['USER_REQUIRED', 'Please log in to do that.', null]]))],
])('%s: the account has to sign in again', (_what, answer) => {
  expect(verdict(answer)).toEqual({ state: 'signIn', because: 'tokenRefused' })
})

test.each<[string, Answer, unknown]>([
  ['no errors', answered(200, spoken([])), spoken([])],
  ['no body', answered(204, ''), null],
  ['errors in another format', answered(200, { json: { errors: 'none' } }), { json: { errors: 'none' } }],
])('a response with %s is a success', (_what, answer, value) => {
  expect(verdict(answer)).toEqual({ state: 'ok', value })
})

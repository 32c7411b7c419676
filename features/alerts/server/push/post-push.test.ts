import { expect, test } from 'vitest'
import type { Outcome } from '../destinations/post-message.ts'
import { readPushAnswer } from './post-push.ts'

const now = new Date('2026-11-20T12:00:00Z')
const again = (reason: string, waitMs = 0) => ({ reason, isGone: false, isFinal: false, waitMs })
const gone = { reason: 'The browser no longer accepts notifications.', isGone: true, isFinal: false, waitMs: 0 }

test.each<[number | null, string | null, Outcome]>([
  [200, null, { reason: null, isGone: false, isFinal: false, waitMs: 0 }],
  [201, null, { reason: null, isGone: false, isFinal: false, waitMs: 0 }],
  [302, null, { ...again('The push service answered 302.'), isFinal: true }],
  [403, null, { ...again('The push service answered 403.'), isFinal: true }],
  [404, null, gone],
  [410, null, gone],
  [413, null, { ...again('The push service answered 413.'), isFinal: true }],
  [429, null, again('The push service asked to wait (429).')],
  [429, '90', again('The push service asked to wait (429).', 90_000)],
  [500, null, again('The push service answered 500.')],
  [503, '90', again('The push service answered 503.', 90_000)],
  [null, null, again("The push service didn't respond in time.")],
])('a push service that answers %s, Retry-After %s', (status, retryAfter, outcome) => {
  const fault = status === null ? ('slow' as const) : null
  expect(readPushAnswer({ status, fault, head: '', retryAfter, ms: 1 }, now)).toEqual(outcome)
})

import { expect, test } from 'vitest'
import { aSubscription } from './factories.ts'
import { billingNotice } from './notice.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const timeZone = 'UTC'
const scheduled = (at: string | null) =>
  aSubscription({ scheduledChangeAction: 'cancel', scheduledChangeEffectiveAt: at })
const text = (subscription: ReturnType<typeof aSubscription> | null, passEndsAt: string | null = null) =>
  billingNotice({ subscription, passEndsAt: passEndsAt === null ? null : new Date(passEndsAt), now, timeZone })?.text

test.each([
  ['an active subscription', aSubscription(), undefined],
  ['no subscription', null, undefined],
  ['a failed payment', aSubscription({ status: 'past_due' }), 'Your last payment failed.'],
  [
    'a cancellation in a week',
    scheduled('2026-11-27T12:00:00Z'),
    'Your subscription will be canceled on November 27, 2026.',
  ],
  ['a later cancellation', scheduled('2026-11-27T12:00:01Z'), undefined],
  ['a cancellation on an unknown date', scheduled(null), undefined],
  [
    'a pause tomorrow',
    aSubscription({ scheduledChangeAction: 'pause', scheduledChangeEffectiveAt: '2026-11-21T12:00:00Z' }),
    'Your subscription will be paused on November 21, 2026.',
  ],
])('with %s the app says what is near', (_, subscription, expected) => {
  expect(text(subscription)).toBe(expected)
})

test.each([
  ['2026-11-21T12:00:00Z', 'Your 3-Day Pass ends on November 21, 2026 at 12:00 PM.'],
  ['2026-11-21T12:00:01Z', undefined],
])('with a pass that ends at %s the app says: %s', (ends, expected) => {
  expect(text(null, ends)).toBe(expected)
})

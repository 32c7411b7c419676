import { describe, expect, test } from 'vitest'
import {
  canModify,
  type DisplayState,
  dateText,
  displayState,
  type SubscriptionState,
  stateMessage,
  statusOf,
} from './state.ts'

const at = '2026-12-01T02:30:00.000Z'
const plain = { scheduledChangeAction: null, scheduledChangeEffectiveAt: null }

/** Every row of SPEC 4. */
const rows: [SubscriptionState | null, DisplayState, boolean, string][] = [
  [{ status: 'active', ...plain }, 'active', true, 'Your subscription is active.'],
  [{ status: 'canceled', ...plain }, 'canceled', false, 'Your subscription has been canceled.'],
  [{ status: 'paused', ...plain }, 'paused', false, 'Your subscription is paused.'],
  [
    { status: 'past_due', ...plain },
    'past_due',
    false,
    'There seems to be a billing issue. We could not process your last subscription payment. Please update your payment details above to avoid losing access to your project. Reach out if you need help.',
  ],
  [
    { status: 'active', scheduledChangeAction: 'pause', scheduledChangeEffectiveAt: at },
    'scheduledPause',
    false,
    'Your subscription will be paused on December 1, 2026',
  ],
  [
    { status: 'active', scheduledChangeAction: 'cancel', scheduledChangeEffectiveAt: at },
    'scheduledCancel',
    false,
    'Your subscription will be canceled on December 1, 2026',
  ],
  [
    { status: 'active', scheduledChangeAction: 'cancel', scheduledChangeEffectiveAt: null },
    'scheduledCancel',
    false,
    'Your subscription will be canceled on an unknown date',
  ],
  [null, 'noSubscription', false, 'No active subscription.'],
]

describe('a subscription', () => {
  test.each(rows)('%j is shown as %s; modifiable: %s', (subscription, state, modifiable, message) => {
    expect(displayState(subscription)).toBe(state)
    expect(canModify(subscription)).toBe(modifiable)
    expect(stateMessage(subscription, 'UTC')).toBe(message)
  })

  test.each(['canceled', 'paused', 'past_due'] as const)('that is %s ignores scheduled changes', (status) => {
    const scheduled = { status, scheduledChangeAction: 'cancel', scheduledChangeEffectiveAt: at } as const
    expect(displayState(scheduled)).toBe(status)
  })
})

test.each([
  [at, 'UTC', 'December 1, 2026'],
  [at, 'America/New_York', 'November 30, 2026'],
  [at, 'Asia/Tokyo', 'December 1, 2026'],
  [null, 'UTC', 'an unknown date'],
  ['soon', 'UTC', 'an unknown date'],
])('%s in %s is %s', (instant, timeZone, text) => {
  expect(dateText(instant, timeZone)).toBe(text)
})

test.each([
  ['active', 'active'],
  ['trialing', 'active'],
  ['canceled', 'canceled'],
  ['paused', 'paused'],
  ['past_due', 'past_due'],
  ['expired', null],
])('the provider status %s becomes %s', (word, status) => {
  expect(statusOf(word)).toBe(status)
})

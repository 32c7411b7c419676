import { expect, test } from 'vitest'
import { attemptText, rotationText, webhookStatus, webhookTrouble } from './webhook-text.ts'

const since = new Date(2026, 10, 26, 8).toISOString()

test.each([
  ['active', null, null, 'Active', null],
  [
    ...(['active', since, null, 'Failing'] as const),
    'Failing since Thu, Nov 26, 08:00. Earshot keeps trying, and gives up after five days.',
  ],
  ['paused', null, null, 'Paused', null],
  ['paused', since, null, 'Paused', 'Failing since Thu, Nov 26, 08:00.'],
  ['disabled', since, 'Every attempt failed for five days.', 'Disabled', 'Every attempt failed for five days.'],
] as const)(
  'a webhook that is %s and fails since %s (%s) is shown as %s: %s',
  (status, failingSince, why, label, text) => {
    const webhook = { status, failingSince, disabledReason: why }
    expect([webhookStatus(webhook).label, webhookTrouble(webhook)]).toEqual([label, text])
  },
)

test.each([
  [null, null],
  [since, null],
  [new Date(2026, 10, 26, 9).toISOString(), 'Also signed with the previous secret until Thu, Nov 26, 09:00.'],
])('a rotation that ends at %s is shown as %s', (rotationEndsAt, text) => {
  expect(rotationText({ rotationEndsAt }, Date.parse(since))).toBe(text)
})

test.each([
  [204, null, '204 in 35 ms'],
  [500, 'The endpoint answered 500.', 'The endpoint answered 500. (35 ms)'],
  [null, "The endpoint couldn't be reached.", "The endpoint couldn't be reached. (35 ms)"],
])('an attempt with the status %s and the reason %s is shown as %s', (status, reason, text) => {
  expect(attemptText({ startedAt: since, ms: 35, status, reason, response: '' })).toBe(text)
})

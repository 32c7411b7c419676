/** The state of a subscription (SPEC 3, 4). Times are ISO 8601. */
export interface SubscriptionState {
  status: SubscriptionStatus
  scheduledChangeAction: 'pause' | 'cancel' | null
  scheduledChangeEffectiveAt: string | null
}

export type SubscriptionStatus = 'active' | 'canceled' | 'paused' | 'past_due'
export type DisplayState = SubscriptionStatus | 'scheduledPause' | 'scheduledCancel' | 'noSubscription'

/** Returns the state to show; null means no subscription. Only an active one can have a scheduled change. */
export function displayState(subscription: SubscriptionState | null): DisplayState {
  if (!subscription) return 'noSubscription'
  const { status, scheduledChangeAction } = subscription
  if (status !== 'active' || scheduledChangeAction === null) return status
  return scheduledChangeAction === 'pause' ? 'scheduledPause' : 'scheduledCancel'
}

/** Returns whether the plan may be changed, and the subscription paused or canceled (SPEC 4, DECISIONS 19). */
export function canModify(subscription: SubscriptionState | null): boolean {
  return displayState(subscription) === 'active'
}

const messages = {
  active: 'Your subscription is active.',
  canceled: 'Your subscription has been canceled.',
  paused: 'Your subscription is paused.',
  past_due:
    'There seems to be a billing issue. We could not process your last subscription payment. Please update your ' +
    'payment details above to avoid losing access to your project. Reach out if you need help.',
  noSubscription: 'No active subscription.',
} as const satisfies Partial<Record<DisplayState, string>>

/** Returns the sentence for a state (SPEC 4), with dates in the reader's time zone. */
export function stateMessage(subscription: SubscriptionState | null, timeZone: string): string {
  const state = displayState(subscription)
  if (state !== 'scheduledPause' && state !== 'scheduledCancel') return messages[state]
  const change = state === 'scheduledPause' ? 'paused' : 'canceled'
  return `Your subscription will be ${change} on ${dateText(subscription?.scheduledChangeEffectiveAt ?? null, timeZone)}`
}

/** Formats a date in long English, or as 'an unknown date' if it is missing or unreadable (DECISIONS 19). */
export function dateText(instant: string | null, timeZone: string): string {
  const at = instant === null ? Number.NaN : Date.parse(instant)
  if (Number.isNaN(at)) return 'an unknown date'
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at)
}

/** Maps the payment provider's status to ours: a trial is active (DECISIONS 19). Returns null for an unknown status. */
export function statusOf(word: string): SubscriptionStatus | null {
  if (word === 'trialing') return 'active'
  return (['active', 'canceled', 'paused', 'past_due'] as const).find((status) => status === word) ?? null
}

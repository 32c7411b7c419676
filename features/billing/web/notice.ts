import { displayState, stateMessage } from '#engine/subscription/state.ts'
import type { Subscription } from '../contract.ts'
import { momentText } from './labels.ts'

const day = 24 * 3_600_000
/** How long before a scheduled change, or the end of a pass, the app mentions it, in ms. */
const changeNoticeMs = 7 * day
const passNoticeMs = day

/** A line above the app about the subscription. */
export interface BillingNotice {
  text: string
  /** The link to billing. */
  action: string
  /** Tells notices apart, for their dismissal. */
  key: string
}

interface Facts {
  subscription: Subscription | null
  /** When the pass ends on which access rests; null without one. */
  passEndsAt: Date | null
  now: number
  timeZone: string
}

/** Returns what the user has to know about a project's subscription on every page, or null. */
export function billingNotice({ subscription, passEndsAt, now, timeZone }: Facts): BillingNotice | null {
  const state = displayState(subscription)
  if (state === 'past_due') return { text: 'Your last payment failed.', action: 'Update payment', key: 'past_due' }
  const at = subscription?.scheduledChangeEffectiveAt ?? null
  if ((state === 'scheduledPause' || state === 'scheduledCancel') && at !== null && isNear(Date.parse(at), now))
    return { text: `${stateMessage(subscription, timeZone)}.`, action: 'Keep subscription', key: `${state} ${at}` }
  if (passEndsAt === null || passEndsAt.getTime() - now > passNoticeMs) return null
  return {
    text: `Your 3-Day Pass ends on ${momentText(passEndsAt, timeZone)}.`,
    action: 'Choose a plan',
    key: `pass ${passEndsAt.toISOString()}`,
  }
}

function isNear(at: number, now: number): boolean {
  return at - now <= changeNoticeMs
}

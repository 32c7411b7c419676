import type { BillingCycle, Interval } from '#engine/subscription/plans.ts'
import type { DisplayState } from '#engine/subscription/state.ts'
import type { CreditEntry, cancelReasons, InvoiceLine, Usage } from '../contract.ts'

interface Money {
  amount: number
  currency: string
}

/** Returns an amount of the currency's smallest unit as text: -390 USD is '-$3.90'. */
export function moneyText({ amount, currency }: Money): string {
  return formatted(amount, currency, 'auto')
}

/** Returns a price in USD cents as text, without cents if there are none: '$39'. */
export function priceText(cents: number): string {
  return formatted(cents, 'USD', 'stripIfInteger')
}

function formatted(amount: number, currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}

/** The words after a price. */
export const perCycle: Record<BillingCycle, string> = { monthly: 'a month', yearly: 'a year', oneTime: 'once' }

/** The words after the name of a plan: 'Growth, monthly'. */
export const cycleNames: Record<BillingCycle, string> = { monthly: 'monthly', yearly: 'yearly', oneTime: 'one-time' }

export const intervalNames: Record<Interval, string> = { atOnce: 'Immediately', daily: 'Daily', weekly: 'Weekly' }

type Look = 'gray' | 'accent' | 'good' | 'warn' | 'danger'

export const stateBadges: Record<DisplayState, { text: string; look: Look }> = {
  active: { text: 'Active', look: 'good' },
  scheduledPause: { text: 'Pause scheduled', look: 'warn' },
  scheduledCancel: { text: 'Cancellation scheduled', look: 'warn' },
  past_due: { text: 'Payment failed', look: 'danger' },
  paused: { text: 'Paused', look: 'gray' },
  canceled: { text: 'Canceled', look: 'gray' },
  noSubscription: { text: 'No subscription', look: 'gray' },
}

export const invoiceBadges: Record<InvoiceLine['state'], { text: string; look: Look }> = {
  paid: { text: 'Paid', look: 'good' },
  due: { text: 'Due', look: 'warn' },
  refunded: { text: 'Refunded', look: 'gray' },
  partlyRefunded: { text: 'Partly refunded', look: 'gray' },
}

export const reasonTexts: Record<(typeof cancelReasons)[number], string> = {
  tooExpensive: "It's too expensive",
  missingFeature: 'A feature is missing',
  fewLeads: 'Too few good leads',
  anotherProduct: "I'm switching to another product",
  pausing: 'I only need a break',
  other: 'Another reason',
}

export const creditKinds: Record<CreditEntry['kind'], string> = {
  granted: 'Granted',
  spent: 'Spent',
  returned: 'Returned',
  expired: 'Expired',
}

export const usageNames: Record<Usage['what'], { label: string; noun: string }> = {
  keywords: { label: 'Keywords', noun: 'keywords' },
  competitors: { label: 'Competitors', noun: 'competitors' },
  commentSuggestionCredits: { label: 'Reply suggestions', noun: 'suggestions' },
  dailyDMs: { label: 'Direct messages today', noun: 'messages' },
}

const count = new Intl.NumberFormat('en')

/** Returns a number with its noun in the right form: '1 keyword', '1,204 keywords'. */
export function counted(number: number, plural: string): string {
  return `${count.format(number)} ${number === 1 ? plural.replace(/s$/, '') : plural}`
}

/** Returns a date with its time, as the end of a pass is written: 'November 28, 2026 at 4:46 AM'. */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

import type { Books } from '../state/books.ts'
import { priceOf } from '../state/catalog.ts'
import { afterPeriods } from '../state/time.ts'
import type { Adjustment, Details, Period, Price, Subscription } from '../state/wire.ts'
import { detailsOf, type Line, type Rest, restOf, shareOf } from './money.ts'
import { invalidField, Refusal } from './refusal.ts'
import { bill } from './renewals.ts'
import { end, inPeriod, itemOf, update } from './subscriptions.ts'
import { openTransaction, payByStoredCard } from './transactions.ts'

export const prorationModes = ['prorated_immediately', 'do_not_bill'] as const
export type ProrationMode = (typeof prorationModes)[number]

/** What a change of the price means for the current period. */
interface Quote {
  price: Price
  period: Period
  isNewPeriod: boolean
  /** Cents for the unused rest of the old price. */
  unused: number
  line: Line & { amount: number }
  /** What the change itself charges, in cents; negative if it leaves a credit. */
  due: number
  details: Details
}

/** Refuses an action on a subscription that has ended, or that another change already waits for. */
function requireOpen({ status, scheduled_change }: Subscription): void {
  if (status === 'canceled') {
    throw new Refusal(400, 'subscription_is_canceled_action_invalid', 'The subscription is canceled.')
  }
  if (scheduled_change) {
    throw new Refusal(400, 'subscription_locked_pending_changes', 'The subscription has a scheduled change.')
  }
}

function requireBilled(subscription: Subscription): Period {
  requireOpen(subscription)
  const { status, current_billing_period: period } = subscription
  if (status === 'past_due') {
    throw new Refusal(400, 'subscription_update_when_past_due', 'The subscription has an unpaid transaction.')
  }
  if (!period) {
    throw new Refusal(400, 'subscription_is_inactive_action_invalid', 'The subscription is paused.')
  }
  return period
}

function quote(books: Books, subscription: Subscription, priceId: string, mode: ProrationMode): Quote {
  const period = requireBilled(subscription)
  const price = priceOf(priceId)
  if (!price?.billing_cycle) throw invalidField('items[0].price_id', 'must be a recurring price')
  const old = subscription.items[0]!.price
  const isNewPeriod = price.billing_cycle.interval !== subscription.billing_cycle.interval
  const rest: Rest = mode === 'do_not_bill' ? { days: 0, of: 1 } : restOf(period, books.all.time)
  const paid = (Number(old.unit_price.amount) * (100 - books.terms(subscription).discount)) / 100
  const unused = shareOf(paid, rest)
  const full = Number(price.unit_price.amount)
  const newPeriod = isNewPeriod
    ? { starts_at: books.now, ends_at: afterPeriods(books.now, price.billing_cycle, 1) }
    : period
  const amount = isNewPeriod ? (mode === 'do_not_bill' ? 0 : full) : shareOf(full, rest)
  const rate = isNewPeriod ? '1' : (rest.days / rest.of).toFixed(5)
  const line = { price, amount, proration: { rate, billing_period: newPeriod } }
  const credit = unused + (books.all.credits[subscription.customer_id] ?? 0)
  const details = detailsOf(books, { lines: [line], credit })
  return { price, period: newPeriod, isNewPeriod, unused, line, due: amount - unused, details }
}

/** Returns a subscription as a change of its price would leave it, with what that costs. Changes nothing. */
export function previewChange(books: Books, subscription: Subscription, priceId: string, mode: ProrationMode): object {
  const { price, period, unused, line, due, details } = quote(books, subscription, priceId, mode)
  const money = (cents: number) => ({ amount: String(cents), currency_code: 'USD' })
  const { totals } = details
  const leftCredit = Math.max(0, unused + (books.all.credits[subscription.customer_id] ?? 0) - Number(totals.credit))
  const following = { starts_at: period.ends_at, ends_at: afterPeriods(period.ends_at, price.billing_cycle!, 1) }
  return {
    ...subscription,
    id: undefined,
    billing_cycle: price.billing_cycle,
    current_billing_period: period,
    next_billed_at: period.ends_at,
    items: [itemOf(price, books.now, period)],
    immediate_transaction: mode === 'do_not_bill' ? null : { billing_period: period, details, adjustments: [] },
    next_transaction: {
      billing_period: following,
      details: detailsOf(books, { lines: [{ price }], credit: leftCredit }),
      adjustments: [],
    },
    recurring_transaction_details: detailsOf(books, { lines: [{ price }] }),
    update_summary:
      mode === 'do_not_bill'
        ? null
        : {
            credit: money(unused),
            charge: money(line.amount),
            result: { action: due < 0 ? 'credit' : 'charge', ...money(Math.abs(due)) },
          },
  }
}

/**
 * Changes the price. The unused rest of the old one is credited first. What it doesn't cover is charged now, and what is
 * left of it counts toward the next payments. Throws Refusal, and changes nothing, if the card is declined.
 */
export function changePrice(books: Books, subscription: Subscription, priceId: string, mode: ProrationMode): void {
  const { price, period, isNewPeriod, unused, line } = quote(books, subscription, priceId, mode)
  const terms = books.terms(subscription)
  if (mode === 'prorated_immediately') {
    const before = books.all.credits[subscription.customer_id] ?? 0
    const transaction = openTransaction(books, {
      origin: 'subscription_update',
      lines: [line],
      credit: unused + before,
      customData: subscription.custom_data,
      subscription,
      period,
    })
    if (!payByStoredCard(books, transaction, terms.card)) {
      Object.assign(transaction, { status: 'canceled', updated_at: books.now })
      books.emit('transaction.canceled', transaction)
      throw new Refusal(400, 'subscription_payment_declined', 'The payment for this change was declined.')
    }
    if (unused > 0) recordCredit(books, subscription, terms.paidBy, unused)
    books.all.credits[subscription.customer_id] = unused + before - Number(transaction.details.totals.credit)
    terms.paidBy = transaction.id
  }
  if (isNewPeriod) Object.assign(terms, { anchor: period.starts_at, periods: 1 })
  terms.discount = 0
  update(books, subscription, {
    billing_cycle: price.billing_cycle!,
    current_billing_period: period,
    next_billed_at: period.ends_at,
    items: [itemOf(price, books.now, period)],
  })
}

/** Records that a part of an earlier payment was credited. */
function recordCredit(books: Books, subscription: Subscription, transactionId: string, cents: number): void {
  const amount = String(cents)
  const totals = { subtotal: amount, tax: '0', total: amount }
  const item = books.transaction(transactionId)?.details.line_items[0]
  const adjustment: Adjustment = {
    id: books.id('adj'),
    action: 'credit',
    type: 'partial',
    transaction_id: transactionId,
    subscription_id: subscription.id,
    customer_id: subscription.customer_id,
    reason: 'Subscription update',
    credit_applied_to_balance: true,
    currency_code: 'USD',
    status: 'approved',
    items: [{ id: books.id('adjitm'), item_id: item?.id ?? '', type: 'proration', amount, proration: null, totals }],
    totals: { ...totals, fee: '0', earnings: amount, retained_fee: '0', currency_code: 'USD' },
    payout_totals: { ...totals, fee: '0', earnings: amount, retained_fee: '0', currency_code: 'USD' },
    created_at: books.now,
    updated_at: books.now,
  }
  books.all.adjustments.push(adjustment)
  books.emit('adjustment.created', adjustment)
}

/** Schedules a pause or cancellation for the end of the period, or does it now. */
export function endLater(
  books: Books,
  subscription: Subscription,
  action: 'pause' | 'cancel',
  from: 'next_billing_period' | 'immediately',
): void {
  requireOpen(subscription)
  if (action === 'pause' && subscription.status === 'paused') {
    throw new Refusal(400, 'subscription_is_inactive_action_invalid', 'The subscription is already paused.')
  }
  // A paused subscription has no period to wait for.
  if (from === 'immediately' || !subscription.next_billed_at) end(books, subscription, action)
  else {
    const scheduled = { action, effective_at: subscription.next_billed_at, resume_at: null }
    update(books, subscription, { scheduled_change: scheduled })
  }
}

/** Resumes a paused subscription, which starts and bills a new period. */
export function resume(books: Books, subscription: Subscription): void {
  if (subscription.status !== 'paused') {
    throw new Refusal(400, 'subscription_is_not_paused', 'Only a paused subscription can be resumed.')
  }
  const terms = books.terms(subscription)
  Object.assign(terms, { anchor: books.now, periods: 1, discount: 0 })
  const period = { starts_at: books.now, ends_at: afterPeriods(books.now, subscription.billing_cycle, 1) }
  update(
    books,
    subscription,
    { ...inPeriod(books, subscription, period), status: 'active', paused_at: null, scheduled_change: null },
    'subscription.resumed',
  )
  if (bill(books, subscription)) update(books, subscription, {}, 'subscription.activated')
}

export function removeScheduledChange(books: Books, subscription: Subscription): void {
  update(books, subscription, { scheduled_change: null })
}

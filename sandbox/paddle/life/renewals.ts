import type { Books } from '../state/books.ts'
import { afterPeriods, dayMs, instant } from '../state/time.ts'
import type { Subscription } from '../state/wire.ts'
import { approvalMs, approve } from './adjustments.ts'
import { end, inPeriod, update } from './subscriptions.ts'
import { becomePastDue, cancelUnpaid, openTransaction, payByStoredCard } from './transactions.ts'

/** How long an unpaid subscription stays past due before it is canceled. */
const unpaidDays = 30
/** Bounds a jump of the clock. */
const stepsMost = 5000

/** Lets everything happen that is due until now, each at its own time and in order. */
export function catchUp(books: Books): void {
  const target = books.clock
  for (let step = 0; step < stepsMost; step++) {
    const next = dueBy(books, target)
    if (!next) break
    books.all.time = Math.max(books.all.time, next.at)
    next.happen()
  }
  books.all.time = target
}

interface Due {
  at: number
  happen: () => void
}

function dueBy(books: Books, target: number): Due | undefined {
  const due = [...books.all.subscriptions.flatMap((each) => dueOf(books, each)), ...dueApprovals(books)]
  return due.filter(({ at }) => at <= target).toSorted((a, b) => a.at - b.at)[0]
}

function dueOf(books: Books, subscription: Subscription): Due[] {
  const { status, scheduled_change: change, next_billed_at: nextAt } = subscription
  const { endsUnpaidAt } = books.terms(subscription)
  if (change) {
    return [{ at: Date.parse(change.effective_at), happen: () => endOf(books, subscription, change.action) }]
  }
  if (status === 'past_due') {
    return [{ at: Date.parse(endsUnpaidAt!), happen: () => endOf(books, subscription, 'cancel') }]
  }
  if (status === 'active' && nextAt) return [{ at: Date.parse(nextAt), happen: () => renew(books, subscription) }]
  return []
}

function endOf(books: Books, subscription: Subscription, action: 'pause' | 'cancel'): void {
  cancelUnpaid(books, subscription)
  end(books, subscription, action)
}

function dueApprovals(books: Books): Due[] {
  return books.all.adjustments
    .filter(({ status }) => status === 'pending_approval')
    .map((each) => ({ at: Date.parse(each.created_at) + approvalMs, happen: () => approve(books, each) }))
}

function renew(books: Books, subscription: Subscription): void {
  const terms = books.terms(subscription)
  terms.periods += 1
  terms.discount = 0
  const period = {
    starts_at: subscription.next_billed_at!,
    ends_at: afterPeriods(terms.anchor, subscription.billing_cycle, terms.periods),
  }
  update(books, subscription, inPeriod(books, subscription, period))
  bill(books, subscription)
}

/** Bills the current period. Returns whether it was paid; otherwise the subscription is past due. */
export function bill(books: Books, subscription: Subscription): boolean {
  const terms = books.terms(subscription)
  const credit = books.all.credits[subscription.customer_id] ?? 0
  const transaction = openTransaction(books, {
    origin: 'subscription_recurring',
    lines: subscription.items.map(({ price }) => ({ price })),
    credit,
    customData: subscription.custom_data,
    subscription,
    period: subscription.current_billing_period,
  })
  books.all.credits[subscription.customer_id] = credit - Number(transaction.details.totals.credit)
  terms.paidBy = transaction.id
  if (payByStoredCard(books, transaction, terms.card)) return true
  terms.endsUnpaidAt = instant(books.all.time + unpaidDays * dayMs)
  becomePastDue(books, transaction)
  update(books, subscription, { status: 'past_due' }, 'subscription.past_due')
  return false
}

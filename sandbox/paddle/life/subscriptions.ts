import type { Books } from '../state/books.ts'
import type { CardKey } from '../state/cards.ts'
import { percentOf, productOf } from '../state/catalog.ts'
import { afterPeriods } from '../state/time.ts'
import type { Period, Price, Subscription, SubscriptionItem, Transaction } from '../state/wire.ts'

/** Adds the subscription that a first payment starts. Paddle copies the transaction's custom data onto it. */
export function openSubscription(books: Books, transaction: Transaction, price: Price, card: CardKey): Subscription {
  const now = books.now
  const cycle = price.billing_cycle!
  const period: Period = { starts_at: now, ends_at: afterPeriods(now, cycle, 1) }
  const subscription: Subscription = {
    id: books.id('sub'),
    status: 'active',
    customer_id: transaction.customer_id!,
    address_id: transaction.address_id!,
    business_id: null,
    currency_code: 'USD',
    created_at: now,
    updated_at: now,
    started_at: now,
    first_billed_at: now,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: 'automatic',
    billing_details: null,
    current_billing_period: period,
    billing_cycle: cycle,
    scheduled_change: null,
    items: [itemOf(price, now, period)],
    custom_data: transaction.custom_data,
    import_meta: null,
  }
  books.all.subscriptions.push(subscription)
  books.all.terms[subscription.id] = {
    card,
    anchor: now,
    periods: 1,
    discount: percentOf(transaction.discount_id),
    paidBy: transaction.id,
    endsUnpaidAt: null,
  }
  // Only this event names the transaction.
  books.emit('subscription.created', { ...subscription, transaction_id: transaction.id })
  books.emit('subscription.activated', subscription)
  return subscription
}

export function itemOf(price: Price, now: string, { starts_at, ends_at }: Period): SubscriptionItem {
  return {
    status: 'active',
    quantity: 1,
    recurring: true,
    created_at: now,
    updated_at: now,
    previously_billed_at: starts_at,
    next_billed_at: ends_at,
    trial_dates: null,
    price,
    product: productOf(price),
  }
}

/** Changes a subscription and records subscription.updated, then the further event if there is one. */
export function update(books: Books, subscription: Subscription, change: Partial<Subscription>, event?: string): void {
  Object.assign(subscription, change, { updated_at: books.now })
  books.emit('subscription.updated', subscription)
  if (event) books.emit(event, subscription)
}

/** Moves a subscription and its items to a billing period, or out of any. */
export function inPeriod(
  books: Books,
  subscription: Subscription,
  period: Period | null,
): Pick<Subscription, 'current_billing_period' | 'next_billed_at' | 'items'> {
  const items = subscription.items.map((item) => ({
    ...item,
    status: period ? ('active' as const) : ('inactive' as const),
    updated_at: books.now,
    previously_billed_at: period ? period.starts_at : item.previously_billed_at,
    next_billed_at: period?.ends_at ?? null,
  }))
  return { current_billing_period: period, next_billed_at: period?.ends_at ?? null, items }
}

/** Makes a subscription active again after its overdue payment arrived. */
export function activate(books: Books, subscription: Subscription): void {
  books.terms(subscription).endsUnpaidAt = null
  update(books, subscription, { status: 'active' }, 'subscription.activated')
}

/** Pauses or cancels now. */
export function end(books: Books, subscription: Subscription, action: 'pause' | 'cancel'): void {
  const status = action === 'pause' ? 'paused' : 'canceled'
  books.terms(subscription).endsUnpaidAt = null
  update(
    books,
    subscription,
    {
      ...inPeriod(books, subscription, null),
      status,
      scheduled_change: null,
      [action === 'pause' ? 'paused_at' : 'canceled_at']: books.now,
    },
    `subscription.${status}`,
  )
}

import { createHash } from 'node:crypto'
import type { Books } from '../state/books.ts'
import { type CardKey, cards, lastFour } from '../state/cards.ts'
import type { Payment, Period, Price, Subscription, Transaction } from '../state/wire.ts'
import { detailsOf, type Line, settle } from './money.ts'
import { Refusal } from './refusal.ts'
import { activate, openSubscription } from './subscriptions.ts'

export interface NewTransaction {
  origin: Transaction['origin']
  lines: readonly Line[]
  discountId?: string | null
  credit?: number
  customData?: Record<string, unknown> | null
  subscription?: Subscription
  period?: Period | null
}

/** Adds a transaction: a draft without a customer, else ready for payment, or billed if it renews a subscription. */
export function openTransaction(books: Books, asked: NewTransaction): Transaction {
  const { origin, lines, discountId = null, credit = 0, customData = null, subscription, period = null } = asked
  const isBilled = origin === 'subscription_recurring' || origin === 'subscription_update'
  const transaction: Transaction = {
    id: books.id('txn'),
    status: isBilled ? 'billed' : subscription ? 'ready' : 'draft',
    origin,
    customer_id: subscription?.customer_id ?? null,
    address_id: subscription?.address_id ?? null,
    business_id: null,
    custom_data: customData,
    currency_code: 'USD',
    subscription_id: subscription?.id ?? null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: discountId,
    billing_details: null,
    billing_period: period,
    items: lines.map(({ price }) => ({ price, quantity: 1, proration: null })),
    details: detailsOf(books, { lines, discountId, credit }),
    payments: [],
    checkout: { url: null },
    created_at: books.now,
    updated_at: books.now,
    billed_at: isBilled ? books.now : null,
    revised_at: null,
  }
  books.all.transactions.push(transaction)
  books.emit('transaction.created', transaction)
  if (isBilled) books.emit('transaction.billed', transaction)
  if (transaction.status === 'ready') books.emit('transaction.ready', transaction)
  return transaction
}

function update(books: Books, transaction: Transaction, change: Partial<Transaction>): void {
  Object.assign(transaction, change, { updated_at: books.now })
  books.emit('transaction.updated', transaction)
}

/** Adds the customer, as the first step of the checkout page does. */
export function nameCustomer(books: Books, transaction: Transaction, email: string): void {
  if (transaction.status !== 'draft') return
  const known = books.all.customers.find((each) => each.email === email)
  const dated = { created_at: books.now, updated_at: books.now }
  const rest = { status: 'active', custom_data: null, import_meta: null } as const
  const customer = known ?? {
    id: books.id('ctm'),
    name: null,
    email,
    marketing_consent: false,
    locale: 'en' as const,
    ...rest,
    ...dated,
  }
  if (!known) {
    books.all.customers.push(customer)
    books.emit('customer.created', customer)
  }
  const address = {
    id: books.id('add'),
    customer_id: customer.id,
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: '10021',
    region: null,
    country_code: 'US',
    ...rest,
    ...dated,
  }
  books.all.addresses.push(address)
  books.emit('address.created', address)
  update(books, transaction, { customer_id: customer.id, address_id: address.id, status: 'ready' })
  books.emit('transaction.ready', transaction)
}

export type PaymentOutcome = 'completed' | 'declined' | 'confirm'

/**
 * Pays a transaction from the checkout page. `isConfirmed` is what the customer told their bank: null if it hasn't
 * asked yet. Throws Refusal if the transaction can't be paid anymore.
 */
export function payAtCheckout(
  books: Books,
  transaction: Transaction,
  { card, isConfirmed }: { card: CardKey; isConfirmed: boolean | null },
): PaymentOutcome {
  if (transaction.status !== 'ready' && transaction.status !== 'past_due') {
    throw new Refusal(400, 'transaction_immutable', 'This transaction can no longer be paid.')
  }
  if (cards[card].confirms && isConfirmed === null) return 'confirm'
  const isRejected = cards[card].confirms && isConfirmed === false
  if (!cards[card].pays || isRejected) {
    fail(books, transaction, card, isRejected ? 'authentication_failed' : 'declined')
    return 'declined'
  }
  capture(books, transaction, card)
  return 'completed'
}

/** Pays without the customer. Returns whether that worked. */
export function payByStoredCard(books: Books, transaction: Transaction, card: CardKey): boolean {
  // Nothing to pay needs no card.
  if (transaction.details.totals.grand_total !== '0' && !cards[card].renews) {
    fail(books, transaction, card, 'declined')
    return false
  }
  capture(books, transaction, card)
  return true
}

function fail(books: Books, transaction: Transaction, card: CardKey, error: string): void {
  transaction.payments.unshift(paymentOf(books, transaction, card, error))
  transaction.updated_at = books.now
  books.emit('transaction.payment_failed', transaction)
}

function capture(books: Books, transaction: Transaction, card: CardKey): void {
  const { grand_total: total } = transaction.details.totals
  const payments = total === '0' ? [] : [paymentOf(books, transaction, card, null)]
  update(books, transaction, { status: 'paid', payments: [...payments, ...transaction.payments] })
  books.emit('transaction.paid', transaction)
  const subscription = transaction.subscription_id ? books.subscription(transaction.subscription_id) : undefined
  if (subscription) {
    books.terms(subscription).card = card
    if (subscription.status === 'past_due') activate(books, subscription)
  } else if (recurringPrice(transaction)) {
    const opened = openSubscription(books, transaction, recurringPrice(transaction)!, card)
    update(books, transaction, { subscription_id: opened.id, billing_period: opened.current_billing_period })
  }
  books.all.invoices += 1
  settle(transaction.details)
  update(books, transaction, {
    status: 'completed',
    billed_at: transaction.billed_at ?? books.now,
    invoice_id: books.id('inv'),
    invoice_number: `1-${books.all.invoices}`,
  })
  books.emit('transaction.completed', transaction)
}

function recurringPrice({ items }: Transaction): Price | undefined {
  return items.find(({ price }) => price.billing_cycle !== null)?.price
}

function paymentOf(books: Books, transaction: Transaction, card: CardKey, error: string | null): Payment {
  const method = uuidOf(`${transaction.customer_id} ${card}`)
  return {
    payment_attempt_id: uuidOf(books.id('attempt')),
    stored_payment_method_id: method,
    payment_method_id: `paymtd_${method.replaceAll('-', '').slice(0, 26)}`,
    amount: transaction.details.totals.grand_total,
    status: error === null ? 'captured' : 'error',
    error_code: error,
    method_details: {
      type: 'card',
      card: {
        type: 'visa',
        last4: lastFour(card),
        expiry_month: 12,
        expiry_year: 2035,
        cardholder_name: 'Test Customer',
      },
      paypal: null,
      south_korea_local_card: null,
      underlying_details: null,
    },
    created_at: books.now,
    captured_at: error === null ? books.now : null,
  }
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

/** Marks a renewal that couldn't be paid. */
export function becomePastDue(books: Books, transaction: Transaction): void {
  update(books, transaction, { status: 'past_due' })
  books.emit('transaction.past_due', transaction)
}

/** Gives up unpaid transactions of a subscription that ended or paused. */
export function cancelUnpaid(books: Books, subscription: Subscription): void {
  for (const each of books.all.transactions) {
    if (each.subscription_id !== subscription.id || each.status !== 'past_due') continue
    update(books, each, { status: 'canceled' })
    books.emit('transaction.canceled', each)
  }
}

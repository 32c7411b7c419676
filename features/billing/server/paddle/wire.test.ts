import { describe, expect, test } from 'vitest'
import { type PaddleEvent, PaddleTransaction, readEvent, SubscriptionPreview } from './wire.ts'

const growth = {
  id: 'pri_growth_monthly',
  product_id: 'pro_growth',
  unit_price: { amount: '3900', currency_code: 'USD' },
  billing_cycle: { interval: 'month', frequency: 1 },
  tax_mode: 'account_setting',
}
const subscription = {
  id: 'sub_1',
  status: 'active',
  customer_id: 'ctm_1',
  currency_code: 'USD',
  created_at: '2026-01-01T10:00:00.123456789Z',
  updated_at: '2026-01-01T10:00:00Z',
  started_at: '2026-01-01T10:00:00Z',
  next_billed_at: '2026-02-01T10:00:00Z',
  current_billing_period: { starts_at: '2026-01-01T10:00:00Z', ends_at: '2026-02-01T10:00:00Z' },
  billing_cycle: { interval: 'month', frequency: 1 },
  scheduled_change: null,
  items: [{ status: 'active', quantity: 1, price: growth, product: { id: 'pro_growth', name: 'Growth' } }],
  custom_data: { checkout: 'c1' },
}
const lineTotals = { subtotal: '3900', discount: '0', tax: '0', total: '3900' }
const details = {
  totals: { ...lineTotals, grand_total: '3900', currency_code: 'USD' },
  line_items: [{ price_id: growth.id, totals: lineTotals, product: { id: 'pro_growth', name: 'Growth' } }],
}
const transaction = {
  id: 'txn_1',
  status: 'completed',
  origin: 'web',
  customer_id: 'ctm_1',
  subscription_id: null,
  currency_code: 'USD',
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-01T10:00:00Z',
  billed_at: null,
  items: [{ quantity: 1, price: growth }],
  details,
  payments: [{ status: 'error', error_code: 'declined', amount: '3900' }],
  custom_data: null,
}
const adjustment = {
  id: 'adj_1',
  action: 'refund',
  status: 'approved',
  transaction_id: 'txn_1',
  currency_code: 'USD',
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '0001-01-01T00:00:00Z',
  totals: { total: '100' },
}

function event(type: string, data: unknown): PaddleEvent | null {
  return readEvent({
    event_id: 'evt_1',
    event_type: type,
    occurred_at: '2026-01-01T10:00:00.123456Z',
    notification_id: 'ntf_1',
    data,
  })
}

describe('an event', () => {
  test.each([
    ['subscription.created', subscription, 'subscription'],
    ['subscription.imported', { ...subscription, current_billing_period: null }, 'subscription'],
    ['transaction.payment_failed', transaction, 'transaction'],
    ['adjustment.updated', adjustment, 'adjustment'],
    ['customer.created', { id: 'ctm_1' }, 'other'],
    ['moon.landed', null, 'other'],
  ])('of type %s is about the %3$s', (type, data, about) => {
    expect(event(type, data)).toMatchObject({
      id: 'evt_1',
      type,
      occurredAt: '2026-01-01T10:00:00.123456Z',
      about,
    })
  })

  test.each([
    ['a subscription without items', 'subscription.updated', { ...subscription, items: [] }],
    ['a transaction with amounts that are no whole numbers', 'transaction.updated', withTotal('39.00')],
    ['a transaction with amounts that are too long', 'transaction.updated', withTotal('9'.repeat(16))],
    ['an adjustment without a transaction', 'adjustment.created', { ...adjustment, transaction_id: null }],
    ['a date that is none', 'subscription.updated', { ...subscription, created_at: 'yesterday' }],
  ])('with %s is unreadable', (_what, type, data) => {
    expect(event(type, data)).toBeNull()
  })

  test.each([[null], ['event'], [[]], [{ event_id: 'evt_1' }], [{ event_id: 1, event_type: 'a', occurred_at: 'b' }]])(
    'is not %j',
    (body) => {
      expect(readEvent(body)).toBeNull()
    },
  )
})

function withTotal(total: string) {
  return { ...transaction, details: { ...details, totals: { ...details.totals, total } } }
}

test('amounts become numbers, and instants keep their digits', () => {
  expect(event('subscription.created', subscription)).toMatchObject({
    data: { created_at: '2026-01-01T10:00:00.123456789Z', items: [{ price: { unit_price: { amount: 3900 } } }] },
  })
})

test('a scheduled change may have no date, and custom data any shape', () => {
  const change = { action: 'pause', effective_at: null, resume_at: null }
  expect(event('subscription.updated', { ...subscription, scheduled_change: change })).toMatchObject({
    data: { scheduled_change: { effective_at: null } },
  })
  expect(event('subscription.updated', { ...subscription, custom_data: 'c1' })).not.toBeNull()
})

test('a transaction lists its prices by ID, whether they are expanded or not', () => {
  const items = [
    { quantity: 1, price: growth },
    { quantity: 1, price_id: 'pri_pass_oneTime' },
  ]
  expect(PaddleTransaction.parse({ ...transaction, items }).items.map(({ price_id }) => price_id)).toEqual([
    'pri_growth_monthly',
    'pri_pass_oneTime',
  ])
})

test('a preview with empty totals is read without them', () => {
  const preview = SubscriptionPreview.parse({
    ...subscription,
    immediate_transaction: { details: { ...details, totals: { ...details.totals, grand_total: '' } } },
    update_summary: {
      credit: { amount: '1200', currency_code: 'USD' },
      charge: { amount: '3900', currency_code: 'USD' },
      result: { amount: '2700', currency_code: 'USD', action: 'charge' },
    },
  })
  expect(preview.immediate_transaction?.details.totals.grand_total).toBeNull()
  expect(preview.update_summary?.result).toEqual({ amount: 2700, currency_code: 'USD', action: 'charge' })
})

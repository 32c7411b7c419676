import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plansOf } from '#engine/subscription/plans.ts'
import type { ItemChange } from '#features/billing/server/paddle/client.ts'
import { type Account, dayMs, openAccount, valueIn } from './account.ts'

let account: Account
beforeEach(async () => {
  account = await openAccount()
})
afterEach(() => account.close())

const ahead = (days: number) => account.tell('clock', { ahead: days * dayMs })
const subscriptionOf = async (id: string) => valueIn(await account.client.subscription(id))
const to = (priceId: string): ItemChange => ({
  items: [{ priceId, quantity: 1 }],
  prorationMode: 'prorated_immediately',
})

describe('a first payment', () => {
  test('creates a customer and a subscription, with events in the real order', async () => {
    const { transaction, subscription } = await account.buy('pri_growth_monthly')
    expect(await account.heard()).toEqual([
      'transaction.created draft',
      'customer.created active',
      'address.created active',
      'transaction.updated ready',
      'transaction.ready ready',
      'transaction.updated paid',
      'transaction.paid paid',
      'subscription.created active',
      'subscription.activated active',
      'transaction.updated paid',
      'transaction.updated completed',
      'transaction.completed completed',
    ])
    expect(await subscriptionOf(subscription)).toMatchObject({
      status: 'active',
      custom_data: { checkout: 'c1' },
      next_billed_at: '2026-02-28T10:00:00.000000Z',
      items: [{ price: { id: 'pri_growth_monthly' }, product: { name: 'Growth' } }],
    })
    const created = account.events.find(({ type }) => type === 'subscription.created')
    expect(created?.data).toMatchObject({ id: subscription, transaction_id: transaction })
    const times = account.events.map(({ occurredAt }) => occurredAt)
    expect(times).toEqual([...new Set(times)].toSorted())
  })

  test('for a pass creates no subscription', async () => {
    await account.buy('pri_pass_oneTime')
    expect((await account.heard()).filter((event) => event.startsWith('subscription'))).toEqual([])
    expect(valueIn(await account.client.listSubscriptions()).items).toEqual([])
  })

  test('with a declined card fails, and another card then pays the same transaction', async () => {
    const created = await account.client.createTransaction({ priceId: 'pri_startup_yearly', customData: {} })
    const { id } = valueIn(created)
    expect(await account.pay(id, { card: 'declined' })).toBe('declined')
    expect((await account.heard()).at(-1)).toBe('transaction.payment_failed ready')
    expect(await account.pay(id)).toBe('completed')
    const [paid] = valueIn(await account.client.listTransactions()).items
    expect(paid?.payments.map(({ status, error_code }) => [status, error_code])).toEqual([
      ['captured', null],
      ['error', 'declined'],
    ])
    await expect(account.pay(id)).rejects.toThrow('transaction_immutable')
  })

  test.each([
    [true, 'completed', 'transaction.completed completed'],
    [false, 'declined', 'transaction.payment_failed ready'],
  ])('that needs confirmation waits for it (approved: %s)', async (isConfirmed, outcome, event) => {
    const created = await account.client.createTransaction({ priceId: 'pri_pro_monthly', customData: {} })
    const { id } = valueIn(created)
    expect(await account.pay(id, { card: 'confirm' })).toBe('confirm')
    expect((await account.heard()).at(-1)).toBe('transaction.ready ready')
    expect(await account.pay(id, { card: 'confirm', isConfirmed })).toBe(outcome)
    expect((await account.heard()).at(-1)).toBe(event)
  })

  test('can have a discount, which ends with the first period', async () => {
    const { subscription } = await account.buy('pri_growth_monthly', { discountId: 'dsc_reactivation' })
    await ahead(30)
    const { items } = valueIn(await account.client.listTransactions({ subscriptionId: subscription }))
    expect(items.map(({ details: { totals } }) => [totals.subtotal, totals.discount, totals.total])).toEqual([
      [3900, 780, 3120],
      [3900, 0, 3900],
    ])
  })

  test('is for sale at the prices of the plan table, and for agencies', async () => {
    const sold = plansOf({ development: true }).flatMap(({ prices }) => Object.values(prices))
    for (const { priceId, amount } of [...sold, { priceId: 'pri_agency_monthly', amount: 19_900 }]) {
      expect([priceId, valueIn(await account.client.previewPrice({ priceId })).total]).toEqual([priceId, amount])
    }
    expect(await account.client.previewPrice({ priceId: 'pri_lifetime_oneTime' })).toMatchObject({ reason: 'refused' })
  })
})

describe('as time passes', () => {
  test('a subscription renews on the day it started, or on the last day of shorter months', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    await account.heard()
    await ahead(60)
    const { items } = valueIn(await account.client.listTransactions({ subscriptionId: subscription }))
    expect(items.map((each) => each.billing_period?.starts_at.slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
    const renewal = [
      'subscription.updated active',
      'transaction.created billed',
      'transaction.billed billed',
      'transaction.updated paid',
      'transaction.paid paid',
      'transaction.updated completed',
      'transaction.completed completed',
    ]
    expect(await account.heard()).toEqual([...renewal, ...renewal])
    expect(await subscriptionOf(subscription)).toMatchObject({ next_billed_at: '2026-04-30T10:00:00.000000Z' })
  })

  test('a scheduled pause takes effect, and resuming bills a new period', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    const scheduled = valueIn(await account.client.pause(subscription, 'next_billing_period'))
    expect(scheduled.scheduled_change).toMatchObject({ action: 'pause', effective_at: '2026-02-28T10:00:00.000000Z' })
    await account.heard()
    await ahead(27)
    expect(await account.heard()).toEqual([])
    await ahead(2)
    expect(await account.heard()).toEqual(['subscription.updated paused', 'subscription.paused paused'])
    expect(await subscriptionOf(subscription)).toMatchObject({ next_billed_at: null, scheduled_change: null })
    const resumed = valueIn(await account.client.resume(subscription, 'immediately'))
    expect(resumed).toMatchObject({ status: 'active', next_billed_at: '2026-04-01T10:00:00.000000Z' })
    const events = await account.heard()
    expect([events[1], ...events.slice(-2)]).toEqual([
      'subscription.resumed active',
      'subscription.updated active',
      'subscription.activated active',
    ])
  })

  test('a scheduled cancellation takes effect, unless it is taken back', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    const { client } = account
    valueIn(await client.cancel(subscription, 'next_billing_period'))
    expect(await client.pause(subscription, 'next_billing_period')).toMatchObject({
      reason: 'refused',
      message: expect.stringMatching(/^subscription_locked_pending_changes/),
    })
    expect(valueIn(await client.removeScheduledChange(subscription)).scheduled_change).toBeNull()
    await ahead(30)
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active' })
    valueIn(await client.cancel(subscription, 'next_billing_period'))
    await account.heard()
    await ahead(40)
    expect(await account.heard()).toEqual(['subscription.updated canceled', 'subscription.canceled canceled'])
    expect(await client.resume(subscription, 'immediately')).toMatchObject({ reason: 'refused' })
  })

  test('a failed renewal is past due until another card pays it', async () => {
    const { subscription } = await account.buy('pri_growth_monthly', { card: 'failsLater' })
    await account.heard()
    await ahead(28)
    expect(await account.heard()).toEqual([
      'subscription.updated active',
      'transaction.created billed',
      'transaction.billed billed',
      'transaction.payment_failed billed',
      'transaction.updated past_due',
      'transaction.past_due past_due',
      'subscription.updated past_due',
      'subscription.past_due past_due',
    ])
    const unpaid = valueIn(await account.client.updatePaymentMethodTransaction(subscription))
    expect(unpaid).toMatchObject({ status: 'past_due', details: { totals: { grand_total: 3900 } } })
    expect(await account.pay(unpaid.id)).toBe('completed')
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active' })
    await ahead(31)
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'active' })
  })

  test('a renewal that stays unpaid ends the subscription after 30 days', async () => {
    const { subscription } = await account.buy('pri_growth_yearly', { card: 'failsLater' })
    await ahead(365 + 29)
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'past_due' })
    await account.heard()
    await ahead(1)
    expect(await account.heard()).toEqual([
      'transaction.updated canceled',
      'transaction.canceled canceled',
      'subscription.updated canceled',
      'subscription.canceled canceled',
    ])
  })

  test('the clock never runs back, and one jump is limited', async () => {
    await expect(account.tell('clock', { ahead: -1 })).rejects.toThrow('invalid_field')
    await expect(account.tell('clock', { ahead: 801 * dayMs })).rejects.toThrow('invalid_field')
  })
})

describe('a change of the plan', () => {
  test('charges the difference for the rest of the period, as its preview says', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    await ahead(14)
    await account.heard()
    const preview = valueIn(await account.client.previewUpdate(subscription, to('pri_professional_monthly')))
    // 14 of 28 days are left.
    expect(preview.update_summary).toMatchObject({
      credit: { amount: 1950 },
      charge: { amount: 3950 },
      result: { amount: 2000, action: 'charge' },
    })
    expect(preview).toMatchObject({
      next_billed_at: '2026-02-28T10:00:00.000000Z',
      recurring_transaction_details: { totals: { total: 7900 } },
    })
    expect(await account.heard()).toEqual([])
    const changed = valueIn(await account.client.updateSubscription(subscription, to('pri_professional_monthly')))
    expect(changed).toMatchObject({
      next_billed_at: '2026-02-28T10:00:00.000000Z',
      items: [{ product: { id: 'pro_professional' } }],
    })
    const { items } = valueIn(await account.client.listTransactions({ subscriptionId: subscription }))
    expect(items.at(-1)).toMatchObject({
      origin: 'subscription_update',
      details: { totals: { total: 3950, grand_total: 2000 } },
    })
    expect(await account.heard()).toEqual([
      'transaction.created billed',
      'transaction.billed billed',
      'transaction.updated paid',
      'transaction.paid paid',
      'transaction.updated completed',
      'transaction.completed completed',
      'adjustment.created approved',
      'subscription.updated active',
    ])
  })

  test('to a cheaper plan leaves a credit that counts toward the next payments', async () => {
    const { subscription } = await account.buy('pri_professional_monthly')
    await ahead(14)
    const preview = valueIn(await account.client.previewUpdate(subscription, to('pri_startup_monthly')))
    expect(preview.update_summary?.result).toMatchObject({ amount: 3000, action: 'credit' })
    expect(preview.next_transaction?.details.totals.grand_total).toBe(0)
    valueIn(await account.client.updateSubscription(subscription, to('pri_startup_monthly')))
    await ahead(14 + 31)
    const { items } = valueIn(await account.client.listTransactions({ subscriptionId: subscription }))
    expect(items.map(({ details: { totals } }) => [totals.total, totals.grand_total])).toEqual([
      [7900, 7900],
      [950, 0],
      [1900, 0],
      [1900, 800],
    ])
  })

  test('to a yearly price starts a new period', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    await ahead(14)
    const changed = valueIn(await account.client.updateSubscription(subscription, to('pri_growth_yearly')))
    expect(changed).toMatchObject({
      next_billed_at: '2027-02-14T10:00:00.000000Z',
      billing_cycle: { interval: 'year' },
    })
    const { items } = valueIn(await account.client.listTransactions({ subscriptionId: subscription }))
    expect(items.at(-1)?.details.totals).toMatchObject({ total: 37_200, grand_total: 35_250 })
  })

  test('credits no more than was paid with a discount', async () => {
    const { subscription } = await account.buy('pri_growth_monthly', { discountId: 'dsc_welcome10' })
    const preview = valueIn(await account.client.previewUpdate(subscription, to('pri_professional_monthly')))
    expect(preview.update_summary?.credit.amount).toBe(3510)
  })

  test('changes nothing if the card is declined', async () => {
    const { subscription } = await account.buy('pri_growth_monthly', { card: 'failsLater' })
    expect(await account.client.updateSubscription(subscription, to('pri_professional_monthly'))).toMatchObject({
      reason: 'refused',
      message: expect.stringMatching(/^subscription_payment_declined/),
    })
    expect(await subscriptionOf(subscription)).toMatchObject({ items: [{ product: { id: 'pro_growth' } }] })
  })

  test('without billing costs nothing', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    const change: ItemChange = { ...to('pri_professional_monthly'), prorationMode: 'do_not_bill' }
    expect(valueIn(await account.client.previewUpdate(subscription, change)).update_summary).toBeNull()
    valueIn(await account.client.updateSubscription(subscription, change))
    expect(valueIn(await account.client.listTransactions()).items).toHaveLength(1)
  })

  test.each([
    ['a one-time price', 'pri_pass_oneTime', 'invalid_field'],
    ['an unknown price', 'pri_moon_monthly', 'invalid_field'],
  ])('to %s is refused', async (_what, priceId, code) => {
    const { subscription } = await account.buy('pri_growth_monthly')
    const outcome = await account.client.updateSubscription(subscription, to(priceId))
    expect(outcome).toMatchObject({ reason: 'refused', message: expect.stringContaining(code) })
  })
})

describe('a new card', () => {
  test('costs nothing and pays the next renewal', async () => {
    const { subscription } = await account.buy('pri_growth_monthly')
    const { id, details } = valueIn(await account.client.updatePaymentMethodTransaction(subscription))
    expect(details.totals.grand_total).toBe(0)
    expect(await account.pay(id, { card: 'failsLater' })).toBe('completed')
    await ahead(28)
    expect(await subscriptionOf(subscription)).toMatchObject({ status: 'past_due' })
  })
})

describe('money that goes back', () => {
  test('a refund waits for approval and never exceeds the payment', async () => {
    const { transaction } = await account.buy('pri_growth_monthly')
    await account.heard()
    await account.tell('returns', { transaction, amount: 900 })
    expect(await account.heard()).toEqual(['adjustment.created pending_approval'])
    await ahead(1)
    expect(await account.heard()).toEqual(['adjustment.updated approved'])
    await expect(account.tell('returns', { transaction, amount: 3001 })).rejects.toThrow('adjustment_total')
    await account.tell('returns', { transaction, action: 'chargeback' })
    const [paid] = valueIn(await account.client.listTransactions()).items
    expect(paid?.adjustments?.map(({ action, totals }) => [action, totals.total])).toEqual([
      ['refund', 900],
      ['chargeback', 3000],
    ])
  })
})

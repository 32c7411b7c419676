import { type Environment, EventName, Paddle, type UpdateSubscriptionRequestBody } from '@paddle/paddle-node-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, dayMs, openAccount } from './account.ts'

/** Paddle's own client checks that the sandbox speaks Paddle's wire format. Its signature check reads the real time. */
let account: Account
let sdk: Paddle
const webhooks: { body: string; signature: string }[] = []

beforeEach(async () => {
  webhooks.length = 0
  account = await openAccount({
    now: Date.now,
    send: async (_url, headers, body) => {
      webhooks.push({ body, signature: headers['paddle-signature'] ?? '' })
      return 200
    },
  })
  // The SDK takes an unknown environment for the URL of the API.
  sdk = new Paddle(account.paddle.apiKey, { environment: account.paddle.apiUrl as Environment })
})
afterEach(() => account.close())

test("the SDK accepts each webhook and parses it, but none with another account's secret", async () => {
  const { subscription } = await account.buy('pri_growth_monthly')
  await account.settled()
  const events = await Promise.all(
    webhooks.map(({ body, signature }) => sdk.webhooks.unmarshal(body, account.paddle.webhookSecret, signature)),
  )
  expect(events.map(({ eventType }) => eventType)).toEqual([
    EventName.TransactionCreated,
    EventName.CustomerCreated,
    EventName.AddressCreated,
    EventName.TransactionUpdated,
    EventName.TransactionReady,
    EventName.TransactionUpdated,
    EventName.TransactionPaid,
    EventName.SubscriptionCreated,
    EventName.SubscriptionActivated,
    EventName.TransactionUpdated,
    EventName.TransactionUpdated,
    EventName.TransactionCompleted,
  ])
  expect(events.find(({ eventType }) => eventType === EventName.SubscriptionActivated)?.data).toMatchObject({
    id: subscription,
    customData: { checkout: 'c1' },
    items: [{ price: { productId: 'pro_growth' }, product: { name: 'Growth' } }],
  })
  const [{ body, signature } = { body: '', signature: '' }] = webhooks
  expect(await sdk.webhooks.isSignatureValid(body, 'another-secret', signature)).toBe(false)
})

test('the SDK reads the catalog, customers, subscriptions, transactions, and an invoice', async () => {
  const { transaction, subscription } = await account.buy('pri_growth_monthly')
  const [price] = await sdk.prices.list({ productId: ['pro_agency'] }).next()
  expect(price).toMatchObject({ id: 'pri_agency_monthly', unitPrice: { amount: '19900', currencyCode: 'USD' } })
  expect(await sdk.products.get('pro_growth')).toMatchObject({ name: 'Growth', status: 'active' })
  const [customer] = await sdk.customers.list().next()
  expect(customer?.email).toBe('payer@example.com')
  expect(await sdk.customers.get(customer!.id)).toEqual(customer)
  const found = await sdk.subscriptions.get(subscription)
  expect(found).toMatchObject({ status: 'active', billingCycle: { interval: 'month', frequency: 1 } })
  expect(found.managementUrls?.cancel).toContain(subscription)
  const paid = await sdk.transactions.get(transaction)
  expect(paid).toMatchObject({ status: 'completed', subscriptionId: subscription, customerId: customer!.id })
  expect(paid.details?.totals).toMatchObject({ total: '3900', grandTotal: '3900', fee: '245', earnings: '3655' })
  expect(paid.payments[0]?.methodDetails?.card?.last4).toBe('4242')
  const { url } = await sdk.transactions.getInvoicePDF(transaction)
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect((await response.text()).slice(0, 8)).toBe('%PDF-1.4')
})

test('the SDK pages through a list', async () => {
  for (let count = 0; count < 5; count++) await account.buy('pri_startup_monthly')
  const pages = sdk.subscriptions.list({ perPage: 2, orderBy: 'id[ASC]' })
  const found: string[] = []
  for await (const { id } of pages) found.push(id)
  expect(found).toHaveLength(5)
  expect(found).toEqual([...new Set(found)].toSorted())
  expect(pages.estimatedTotal).toBe(5)
  const all = await sdk.transactions.list({ 'updatedAt[GTE]': new Date(Date.now() + dayMs).toISOString() }).next()
  expect(all).toEqual([])
})

test('the SDK creates a transaction, changes a subscription, and refunds', async () => {
  const items = [{ priceId: 'pri_growth_monthly', quantity: 1 }]
  const created = await sdk.transactions.create({ items, customData: { checkout: 'c2' } })
  expect(created).toMatchObject({ status: 'draft', customData: { checkout: 'c2' } })
  const { transaction, subscription } = await account.buy('pri_growth_monthly')
  const change: UpdateSubscriptionRequestBody = {
    items: [{ priceId: 'pri_professional_monthly', quantity: 1 }],
    prorationBillingMode: 'prorated_immediately',
  }
  const preview = await sdk.subscriptions.previewUpdate(subscription, change)
  expect(preview.updateSummary?.result).toMatchObject({ action: 'charge', currencyCode: 'USD' })
  await sdk.subscriptions.update(subscription, change)
  const paused = await sdk.subscriptions.pause(subscription, { effectiveFrom: 'next_billing_period' })
  expect(paused.scheduledChange?.action).toBe('pause')
  const refund = await sdk.adjustments.create({
    action: 'refund',
    type: 'full',
    transactionId: transaction,
    reason: 'unhappy',
  })
  expect(refund).toMatchObject({ status: 'pending_approval', totals: { total: '3900' } })
})

test("errors reach the SDK in Paddle's format", async () => {
  await expect(sdk.subscriptions.get('sub_unknown')).rejects.toMatchObject({
    code: 'not_found',
    type: 'request_error',
    detail: 'Entity sub_unknown not found',
  })
  await expect(sdk.transactions.create({ items: [{ priceId: 'pri_moon', quantity: 1 }] })).rejects.toMatchObject({
    code: 'invalid_field',
    errors: [{ field: 'items[0].price_id', message: 'price pri_moon not found' }],
  })
  const stranger = new Paddle('another-key', { environment: account.paddle.apiUrl as Environment })
  await expect(stranger.products.get('pro_growth')).rejects.toMatchObject({ code: 'authentication_malformed' })
})

import { createHmac } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { PlanKey } from '#engine/subscription/plans.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { PaddleAccount } from '#platform/server/services.ts'
import {
  cancellation,
  checkout,
  creditEntry,
  creditPeriods,
  messageCount,
  payment,
  paymentAdjustment,
  purchase,
  subscription,
} from './tables.ts'

/** An account at a Paddle that doesn't respond: port 9 discards. */
export const account: PaddleAccount = {
  apiUrl: 'http://127.0.0.1:9',
  apiKey: 'key-of-paddle',
  clientToken: 'test_token',
  webhookSecrets: ['pdl_secret_new', 'pdl_secret_old'],
  scriptUrl: 'http://127.0.0.1:9/paddle.js',
  environment: 'sandbox',
  discountId: 'dsc_reactivation',
}

/** Adds a checkout that a user started. Returns its ID. */
export async function seedCheckout(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof checkout.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const values = { projectId, id, plan: 'growth', billingCycle: 'monthly', transactionId: `txn_${id}` } as const
  await transaction(actingAs(ctx, { kind: 'job', name: 'test' }), (tx) =>
    tx.insert(checkout).values({ ...values, ...dates, ...overrides }),
  )
  return id
}

/** Adds rows of a project that was paid for: a checkout, a refunded payment, a cancellation, and spent credits. */
export async function seedBilling(ctx: Ctx, projectId: string, userId: string): Promise<void> {
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const now = ctx.now().toISOString()
  const reported = () => ({ providerId: ctx.secret(), occurredAt: now, eventId: ctx.secret(), changedAt: now })
  const money = { description: 'Growth', status: 'completed', total: 3900, currency: 'USD' }
  await seedCheckout(ctx, projectId, { userId, transactionId: ctx.secret() })
  await transaction(actingAs(ctx, { kind: 'job', name: 'test' }), async (tx) => {
    const subscriptionId = ctx.id()
    const product = { mainProductId: 'pro_growth', mainProductName: 'Growth' }
    const canceled = { projectId, id: subscriptionId, userId, status: 'canceled', ...product } as const
    await tx.insert(subscription).values({ ...canceled, ...reported(), ...dates })
    await tx.insert(purchase).values({ projectId, id: ctx.id(), userId, providerId: ctx.secret(), ...dates })
    const paymentId = ctx.id()
    await tx.insert(payment).values({ projectId, id: paymentId, ...money, ...reported(), ...dates })
    const refund = { action: 'refund', status: 'approved', amount: 100 }
    await tx
      .insert(paymentAdjustment)
      .values({ projectId, id: ctx.id(), paymentId, ...refund, ...reported(), ...dates })
    const reason = { reason: 'other', comment: 'Too few leads', createdBy: userId } as const
    await tx.insert(cancellation).values({ projectId, id: ctx.id(), subscriptionId, ...reason, createdAt: ctx.now() })
    const startsAt = ctx.now()
    await tx.insert(creditPeriods).values({ projectId, startsAt, endsAt: startsAt, granted: 9, remaining: 8 })
    const spent = { kind: 'spent', amount: -1, remaining: 8, note: 'Reply', createdBy: userId } as const
    await tx.insert(creditEntry).values({ projectId, id: ctx.id(), startsAt, ...spent, createdAt: startsAt })
    await tx.insert(messageCount).values({ projectId, day: now.slice(0, 10), sent: 3 })
  })
}

/** An event as Paddle sends it. */
export interface SentEvent {
  event_id: string
  event_type: string
  occurred_at: string
  notification_id: string
  data: Record<string, unknown>
}

let events = 0

/** Returns an event about an object. `at` is the second of the day, with up to six decimals. */
export function event(type: string, at: number, data: Record<string, unknown>): SentEvent {
  const number = String(++events).padStart(6, '0')
  return {
    event_id: `evt_${number}`,
    event_type: type,
    occurred_at: instant(at),
    notification_id: `ntf_${number}`,
    data: { updated_at: instant(at), ...data },
  }
}

function instant(second: number): string {
  const whole = new Date(Date.parse('2026-11-20T11:00:00Z') + Math.floor(second) * 1000).toISOString().slice(0, 19)
  return `${whole}.${String(Math.round((second % 1) * 1_000_000)).padStart(6, '0')}Z`
}

/** Returns a subscription to a plan. */
export function paddleSubscription(overrides: Record<string, unknown> = {}, plan: PlanKey = 'growth') {
  return {
    id: 'sub_1',
    status: 'active',
    customer_id: 'ctm_1',
    currency_code: 'USD',
    created_at: instant(0),
    started_at: instant(0),
    next_billed_at: '2026-12-20T11:00:00Z',
    current_billing_period: { starts_at: instant(0), ends_at: '2026-12-20T11:00:00Z' },
    billing_cycle: { interval: 'month', frequency: 1 },
    scheduled_change: null,
    items: [{ status: 'active', quantity: 1, price: priceOf(plan), product: productOf(plan) }],
    custom_data: null,
    ...overrides,
  }
}

/** Returns a transaction for a plan. */
export function paddleTransaction(overrides: Record<string, unknown> = {}, plan: PlanKey = 'growth') {
  const totals = { subtotal: '3900', discount: '0', tax: '0', total: '3900' }
  const price = priceOf(plan)
  return {
    id: 'txn_1',
    status: 'completed',
    origin: 'web',
    customer_id: 'ctm_1',
    subscription_id: plan === 'pass' ? null : 'sub_1',
    invoice_number: '325-10001',
    currency_code: 'USD',
    created_at: instant(0),
    billed_at: instant(1),
    items: [{ quantity: 1, price }],
    details: {
      totals: { ...totals, grand_total: '3900', currency_code: 'USD' },
      line_items: [{ price_id: price.id, totals, product: productOf(plan) }],
    },
    payments: [],
    custom_data: null,
    ...overrides,
  }
}

/** Returns a refund of a transaction. */
export function paddleAdjustment(overrides: Record<string, unknown> = {}) {
  return {
    id: 'adj_1',
    action: 'refund',
    status: 'approved',
    transaction_id: 'txn_1',
    currency_code: 'USD',
    created_at: instant(5),
    totals: { total: '3900' },
    ...overrides,
  }
}

function priceOf(plan: PlanKey) {
  const cycle = plan === 'pass' ? 'oneTime' : 'monthly'
  return {
    id: `pri_${plan}_${cycle}`,
    product_id: `pro_${plan}`,
    unit_price: { amount: '3900', currency_code: 'USD' },
    billing_cycle: plan === 'pass' ? null : { interval: 'month', frequency: 1 },
  }
}

function productOf(plan: PlanKey) {
  return { id: `pro_${plan}`, name: `${plan[0]!.toUpperCase()}${plan.slice(1)}` }
}

/** Returns the Paddle-Signature header of a body. */
export function signatureOf(body: string | Buffer, now: Date, secret = account.webhookSecrets[0]!): string {
  const ts = Math.floor(now.getTime() / 1000)
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:`).update(body).digest('hex')}`
}

/** Sends a signed event to the webhook. */
export function sendEvent(app: FastifyInstance, now: Date, sent: SentEvent): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify(sent)
  const headers = { 'content-type': 'application/json', 'paddle-signature': signatureOf(payload, now) }
  return app.inject({ method: 'POST', url: '/api/paddle/webhooks', payload, headers })
}

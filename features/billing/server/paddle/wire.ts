import { z } from 'zod'

/** Paddle Billing's objects, as far as we read them. Keys are Paddle's own; unknown ones are ignored. */

/** A point in time with up to nine fractional digits, as sent: a Date would lose the order of close events. */
const instant = z.iso.datetime()
const period = z.looseObject({ starts_at: instant, ends_at: instant })
/** Paddle writes amounts as text, in the currency's smallest unit. */
const amount = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number)
const money = z.looseObject({ amount, currency_code: z.string() })
/** Ours is an object, but an operator's other programs may store anything. */
const customData = z.unknown()
const price = z.looseObject({
  id: z.string(),
  product_id: z.string(),
  unit_price: money,
  /** Null for a one-time price. */
  billing_cycle: z.looseObject({ interval: z.string(), frequency: z.number() }).nullish(),
})
const product = z.looseObject({ id: z.string(), name: z.string() })

const totals = z.looseObject({ subtotal: amount, discount: amount, tax: amount, total: amount })
const details = z.looseObject({
  totals: totals.extend({
    currency_code: z.string(),
    /** What is left to pay after credits; empty in some previews. */
    grand_total: amount.or(z.literal('').transform(() => null)).nullish(),
  }),
  line_items: z.array(z.looseObject({ price_id: z.string().nullish(), totals, product: product.nullish() })),
})

const scheduledChange = z.looseObject({
  /** pause, cancel or resume. */
  action: z.string(),
  effective_at: instant.nullish(),
})

const subscriptionFields = {
  /** active, trialing, past_due, paused or canceled. */
  status: z.string(),
  customer_id: z.string(),
  currency_code: z.string(),
  created_at: instant,
  updated_at: instant,
  started_at: instant.nullish(),
  next_billed_at: instant.nullish(),
  current_billing_period: period.nullish(),
  billing_cycle: z.looseObject({ interval: z.string(), frequency: z.number() }),
  scheduled_change: scheduledChange.nullish(),
  items: z.array(z.looseObject({ status: z.string(), quantity: z.number(), price, product: product.nullish() })).min(1),
  custom_data: customData,
}
export const PaddleSubscription = z.looseObject({ id: z.string(), ...subscriptionFields })
export type PaddleSubscription = z.infer<typeof PaddleSubscription>

const nextTransaction = z.looseObject({ billing_period: period.nullish(), details })

/** What a change of the items would cost. */
export const SubscriptionPreview = z.looseObject({
  ...subscriptionFields,
  immediate_transaction: nextTransaction.nullish(),
  next_transaction: nextTransaction.nullish(),
  recurring_transaction_details: details.nullish(),
  /** Null if the change costs nothing now. */
  update_summary: z
    .looseObject({
      credit: money,
      charge: money,
      /** The difference. With action credit it counts toward later payments. */
      result: money.extend({ action: z.enum(['charge', 'credit']) }),
    })
    .nullish(),
})
export type SubscriptionPreview = z.infer<typeof SubscriptionPreview>

/** A refund, credit or chargeback of a transaction. */
export const PaddleAdjustment = z.looseObject({
  id: z.string(),
  /** refund, credit, chargeback, chargeback_warning, chargeback_reverse or credit_reverse. */
  action: z.string(),
  /** Only an approved one moves money: pending_approval, approved, rejected or reversed. */
  status: z.string(),
  transaction_id: z.string(),
  subscription_id: z.string().nullish(),
  currency_code: z.string(),
  created_at: instant,
  totals: z.looseObject({ total: amount }),
})
export type PaddleAdjustment = z.infer<typeof PaddleAdjustment>

export const PaddleTransaction = z.looseObject({
  id: z.string(),
  /** draft, ready, billed, paid, completed, past_due or canceled. */
  status: z.string(),
  /** web, api, subscription_recurring, subscription_update, subscription_payment_method_change or subscription_charge. */
  origin: z.string(),
  customer_id: z.string().nullish(),
  subscription_id: z.string().nullish(),
  invoice_number: z.string().nullish(),
  discount_id: z.string().nullish(),
  currency_code: z.string(),
  created_at: instant,
  updated_at: instant,
  billed_at: instant.nullish(),
  billing_period: period.nullish(),
  /** With the price, or with its ID alone. */
  items: z.array(
    z
      .looseObject({ quantity: z.number(), price: price.nullish(), price_id: z.string().nullish() })
      .transform((item) => ({ ...item, price_id: item.price?.id ?? item.price_id ?? null })),
  ),
  details,
  payments: z.array(z.looseObject({ status: z.string(), error_code: z.string().nullish(), amount })),
  /** In lists alone. */
  adjustments: z.array(PaddleAdjustment).nullish(),
  custom_data: customData,
})
export type PaddleTransaction = z.infer<typeof PaddleTransaction>

export const TransactionPreview = z.looseObject({ currency_code: z.string(), details })

export const Discount = z.looseObject({ id: z.string(), code: z.string().nullish(), status: z.string() })

const Envelope = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  occurred_at: instant,
  data: z.unknown(),
})

interface EventHead {
  id: string
  /** For example subscription.updated. */
  type: string
  occurredAt: string
}
export type PaddleEvent = EventHead &
  (
    | { about: 'subscription'; data: PaddleSubscription }
    | { about: 'transaction'; data: PaddleTransaction }
    | { about: 'adjustment'; data: PaddleAdjustment }
    /** Everything else, including types that Paddle adds later. */
    | { about: 'other'; data: unknown }
  )

/** Reads the parsed body of a webhook. Returns null if it isn't an event, or if its object can't be read. */
export function readEvent(body: unknown): PaddleEvent | null {
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) return null
  const { event_id: id, event_type: type, occurred_at: occurredAt, data } = envelope.data
  const head = { id, type, occurredAt }
  const [about] = type.split('.')
  if (about === 'subscription') return parsed(PaddleSubscription, data, (read) => ({ ...head, about, data: read }))
  if (about === 'transaction') return parsed(PaddleTransaction, data, (read) => ({ ...head, about, data: read }))
  if (about === 'adjustment') return parsed(PaddleAdjustment, data, (read) => ({ ...head, about, data: read }))
  return { ...head, about: 'other', data }
}

function parsed<T>(schema: z.ZodType<T>, data: unknown, event: (read: T) => PaddleEvent): PaddleEvent | null {
  const read = schema.safeParse(data)
  return read.success ? event(read.data) : null
}

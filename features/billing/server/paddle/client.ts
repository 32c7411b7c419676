import { z } from 'zod'
import {
  exchangeWithPaddle,
  type PaddleAccess,
  type PaddleBounds,
  type PaddleOutcome,
  type PaddleRequest,
  paddleBounds,
} from './exchange.ts'
import { Discount, PaddleSubscription, PaddleTransaction, SubscriptionPreview, TransactionPreview } from './wire.ts'

/** How Paddle charges a change of plan: the difference now, or nothing until the next payment. */
type ProrationMode = 'prorated_immediately' | 'do_not_bill'

export interface ItemChange {
  items: { priceId: string; quantity: number }[]
  prorationMode: ProrationMode
}

/** A page of a list. */
export interface PaddlePage<T> {
  items: T[]
  /** The number of objects that couldn't be read. They are left out. */
  unreadable: number
  /** Where the next page starts; null on the last one. */
  after: string | null
}

/** Paddle's API, as far as we use it. All calls are bounded in time and never throw for failures of Paddle. */
export type PaddleClient = ReturnType<typeof paddleClient>

/** Paddle's largest page. */
const perPage = '200'

/** Returns the calls for an account. It holds no connection, so it may be made for each request. */
export function paddleClient(account: PaddleAccess, bounds: PaddleBounds = paddleBounds) {
  const ask = async <T>(request: PaddleRequest, schema: z.ZodType<T>): Promise<PaddleOutcome<T>> => {
    const outcome = await exchangeWithPaddle(account, request, z.object({ data: schema }), bounds)
    return outcome.ok ? { ok: true, value: outcome.value.data } : outcome
  }
  const askPage = async <T>(
    path: string,
    query: Record<string, string | undefined>,
    schema: z.ZodType<T>,
  ): Promise<PaddleOutcome<PaddlePage<T>>> => {
    const request = { method: 'GET', path, query: { per_page: perPage, order_by: 'id[ASC]', ...query } } as const
    const outcome = await exchangeWithPaddle(account, request, Page, bounds)
    if (!outcome.ok) return outcome
    const { data, meta } = outcome.value
    const items = data.flatMap((each) => schema.safeParse(each).data ?? [])
    const after = meta.pagination.has_more ? (data.at(-1)?.id ?? null) : null
    return { ok: true, value: { items, unreadable: data.length - items.length, after } }
  }
  const subscriptionPath = (id: string) => `/subscriptions/${encodeURIComponent(id)}`
  const changeSubscription = (id: string, action: 'pause' | 'cancel' | 'resume', from: string) =>
    ask(
      { method: 'POST', path: `${subscriptionPath(id)}/${action}`, body: { effective_from: from } },
      PaddleSubscription,
    )

  return {
    /** Creates a transaction that the overlay then completes. */
    createTransaction: ({ priceId, customData, discountId }: NewTransaction) =>
      ask(
        {
          method: 'POST',
          path: '/transactions',
          body: {
            items: [{ price_id: priceId, quantity: 1 }],
            custom_data: customData,
            ...(discountId !== undefined && { discount_id: discountId }),
          },
        },
        PaddleTransaction,
      ),

    /** Returns what a first payment would cost, with tax if the country is given. */
    async previewPrice({ priceId, discountId, country }: PriceQuestion) {
      const body = {
        items: [{ price_id: priceId, quantity: 1, include_in_totals: true }],
        ...(discountId !== undefined && { discount_id: discountId }),
        ...(country !== undefined && { address: { country_code: country } }),
      }
      const outcome = await ask({ method: 'POST', path: '/transactions/preview', body }, TransactionPreview)
      return outcome.ok ? { ok: true as const, value: outcome.value.details.totals } : outcome
    },

    /** Returns the active discount with a code, or null. Paddle ignores case. */
    async findDiscount(code: string): Promise<PaddleOutcome<{ id: string } | null>> {
      // Paddle reads a comma as a list of codes.
      if (!/^[A-Za-z0-9]{1,32}$/.test(code)) return { ok: true, value: null }
      const outcome = await askPage('/discounts', { code, status: 'active' }, Discount)
      if (!outcome.ok) return outcome
      const isSame = (discount: z.infer<typeof Discount>) => discount.code?.toLowerCase() === code.toLowerCase()
      const found = outcome.value.items.find((each) => isSame(each) && each.status === 'active')
      return { ok: true, value: found ? { id: found.id } : null }
    },

    subscription: (id: string) => ask({ method: 'GET', path: subscriptionPath(id) }, PaddleSubscription),

    /** Replaces the items. If the payment for it fails, nothing changes. */
    updateSubscription: (id: string, change: ItemChange) =>
      ask({ method: 'PATCH', path: subscriptionPath(id), body: changeBody(change) }, PaddleSubscription),

    previewUpdate: (id: string, change: ItemChange) =>
      ask({ method: 'PATCH', path: `${subscriptionPath(id)}/preview`, body: changeBody(change) }, SubscriptionPreview),

    pause: (id: string, from: 'next_billing_period') => changeSubscription(id, 'pause', from),
    cancel: (id: string, from: 'next_billing_period') => changeSubscription(id, 'cancel', from),
    /** Resumes a paused subscription, which starts and bills a new period. */
    resume: (id: string, from: 'immediately') => changeSubscription(id, 'resume', from),

    /** Takes back a scheduled pause or cancellation. */
    removeScheduledChange: (id: string) =>
      ask({ method: 'PATCH', path: subscriptionPath(id), body: { scheduled_change: null } }, PaddleSubscription),

    /** Returns the transaction with which the overlay asks for another card: the overdue one, or one of 0. */
    updatePaymentMethodTransaction: (subscriptionId: string) =>
      ask(
        { method: 'GET', path: `${subscriptionPath(subscriptionId)}/update-payment-method-transaction` },
        PaddleTransaction,
      ),

    /** Returns subscriptions by ID. Paddle can't filter them by change, so older ones are dropped here. */
    async listSubscriptions({ updatedSince, after }: { updatedSince?: Date; after?: string } = {}) {
      const outcome = await askPage('/subscriptions', { after }, PaddleSubscription)
      if (!outcome.ok || !updatedSince) return outcome
      const items = outcome.value.items.filter(({ updated_at }) => Date.parse(updated_at) >= updatedSince.getTime())
      return { ok: true as const, value: { ...outcome.value, items } }
    },

    /** Returns transactions by ID, with their adjustments. */
    listTransactions: ({ subscriptionId, updatedSince, after }: TransactionFilter = {}) =>
      askPage(
        '/transactions',
        {
          subscription_id: subscriptionId,
          'updated_at[GTE]': updatedSince?.toISOString(),
          include: 'adjustments',
          after,
        },
        PaddleTransaction,
      ),

    /** Returns the temporary URL of a transaction's PDF. */
    async invoiceUrl(transactionId: string): Promise<PaddleOutcome<string>> {
      const path = `/transactions/${encodeURIComponent(transactionId)}/invoice`
      const outcome = await ask({ method: 'GET', path }, InvoiceFile)
      return outcome.ok ? { ok: true, value: outcome.value.url } : outcome
    },
  }
}

interface NewTransaction {
  priceId: string
  customData: Record<string, string>
  discountId?: string | undefined
}

interface PriceQuestion {
  priceId: string
  discountId?: string | undefined
  /** Two letters (ISO 3166-1). */
  country?: string | undefined
}

interface TransactionFilter {
  subscriptionId?: string
  updatedSince?: Date
  after?: string
}

const Page = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }),
})
const InvoiceFile = z.object({ url: z.url({ protocol: /^https?$/ }) })

function changeBody({ items, prorationMode }: ItemChange) {
  return {
    items: items.map(({ priceId, quantity }) => ({ price_id: priceId, quantity })),
    proration_billing_mode: prorationMode,
    on_payment_failure: 'prevent_change',
  }
}

import { z } from 'zod'
import { takeBack } from '../life/adjustments.ts'
import { changePrice, endLater, previewChange, prorationModes, removeScheduledChange, resume } from '../life/changes.ts'
import { detailsOf } from '../life/money.ts'
import { invalidField, notFound, Refusal } from '../life/refusal.ts'
import { openTransaction } from '../life/transactions.ts'
import type { Books } from '../state/books.ts'
import { discounts, priceOf, prices, products } from '../state/catalog.ts'
import type { Price, Subscription, Transaction } from '../state/wire.ts'
import { type ListAnswer, listAnswer } from './lists.ts'

/** A request to the API with a valid key. */
export interface ApiCall {
  books: Books
  url: URL
  body: unknown
  /** The address of the sandbox's Paddle, for links. */
  root: string
}

interface Route {
  method: string
  path: RegExp
  /** Returns the object, a page of a list, or an object with a status. */
  answer: (call: ApiCall, id: string) => object
}

/** An object with another status than 200. */
export class Created {
  readonly data: object

  constructor(data: object) {
    this.data = data
  }
}

const items = z.array(z.looseObject({ price_id: z.string(), quantity: z.literal(1) })).length(1)
const NewTransaction = z.strictObject({
  items,
  custom_data: z.record(z.string(), z.unknown()).nullish(),
  discount_id: z.string().nullish(),
  collection_mode: z.literal('automatic').optional(),
  currency_code: z.literal('USD').optional(),
})
const Preview = z.strictObject({
  items,
  discount_id: z.string().nullish(),
  address: z.looseObject({ country_code: z.string().length(2) }).nullish(),
  currency_code: z.literal('USD').optional(),
})
const Change = z.strictObject({
  items: items.optional(),
  proration_billing_mode: z.enum(prorationModes).optional(),
  on_payment_failure: z.literal('prevent_change').optional(),
  scheduled_change: z.null().optional(),
})
const From = z.strictObject({ effective_from: z.enum(['next_billing_period', 'immediately']).optional() })
const Resumption = z.strictObject({ effective_from: z.literal('immediately') })
const NewAdjustment = z.strictObject({
  action: z.literal('refund'),
  type: z.enum(['full', 'partial']).optional(),
  transaction_id: z.string(),
  reason: z.string().min(1),
  items: z.array(z.looseObject({ amount: z.string().regex(/^\d+$/).nullish() })).optional(),
})

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new Refusal(400, 'invalid_field', 'Request does not pass validation.', errors)
}

function subscriptionOf({ books }: ApiCall, id: string): Subscription {
  const found = books.subscription(id)
  if (!found) throw notFound(id)
  return found
}

function transactionOf({ books }: ApiCall, id: string): Transaction {
  const found = books.transaction(id)
  if (!found) throw notFound(id)
  return found
}

function pricesOf(asked: z.infer<typeof items>): Price[] {
  return asked.map(({ price_id: id }, at) => {
    const price = priceOf(id)
    if (!price) throw invalidField(`items[${at}].price_id`, `price ${id} not found`)
    return price
  })
}

function requireDiscount(id: string | null | undefined): void {
  if (id && !discounts.some((each) => each.id === id)) throw invalidField('discount_id', `discount ${id} not found`)
}

/** Links to manage a subscription are temporary, so that events don't have them. */
function shown(subscription: Subscription, root: string): object {
  const link = (action: string) => `${root}/checkout?subscription=${subscription.id}&action=${action}`
  return {
    ...subscription,
    management_urls: { update_payment_method: link('update-payment-method'), cancel: link('cancel') },
  }
}

function withAdjustments(call: ApiCall, transaction: Transaction): object {
  if (!call.url.searchParams.get('include')?.split(',').includes('adjustments')) return transaction
  const adjustments = call.books.all.adjustments.filter(({ transaction_id: id }) => id === transaction.id)
  return { ...transaction, adjustments }
}

function list(name: string, all: (call: ApiCall) => readonly { id: string }[], filters: readonly string[]): Route[] {
  return [
    { method: 'GET', path: new RegExp(`^/${name}$`), answer: (call) => listAnswer(all(call), call.url, { filters }) },
    {
      method: 'GET',
      path: new RegExp(`^/${name}/(\\w+)$`),
      answer: (call, id) => {
        const found = all(call).find((each) => each.id === id)
        if (!found) throw notFound(id)
        return found
      },
    },
  ]
}

function change(call: ApiCall, id: string): Subscription {
  const subscription = subscriptionOf(call, id)
  const asked = read(Change, call.body)
  if (asked.scheduled_change === null) removeScheduledChange(call.books, subscription)
  if (asked.items) {
    const mode = asked.proration_billing_mode
    if (!mode) throw invalidField('proration_billing_mode', 'must be provided as part of the request')
    changePrice(call.books, subscription, asked.items[0]!.price_id, mode)
  }
  return subscription
}

function end(action: 'pause' | 'cancel') {
  return (call: ApiCall, id: string) => {
    const subscription = subscriptionOf(call, id)
    endLater(call.books, subscription, action, read(From, call.body).effective_from ?? 'next_billing_period')
    return shown(subscription, call.root)
  }
}

const routes: Route[] = [
  ...list('products', () => products, ['id', 'status', 'type', 'tax_category']),
  ...list('prices', () => prices, ['id', 'product_id', 'status', 'type']),
  ...list('discounts', () => discounts, ['id', 'code', 'status']),
  ...list('customers', ({ books }) => books.all.customers, ['id', 'email', 'status']),
  ...list('adjustments', ({ books }) => books.all.adjustments, [
    'id',
    'action',
    'customer_id',
    'status',
    'subscription_id',
    'transaction_id',
  ]),
  {
    method: 'GET',
    path: /^\/events$/,
    answer: ({ books, url }) => {
      const events = books.all.events.map((event) => ({ ...event, id: event.event_id }))
      const { data, pagination } = listAnswer(events, url, { filters: [] })
      return { data: data.map((event) => ({ ...event, id: undefined })), pagination } satisfies ListAnswer
    },
  },
  {
    method: 'POST',
    path: /^\/adjustments$/,
    answer: (call) => {
      const { transaction_id: id, type, items: parts = [], reason, action } = read(NewAdjustment, call.body)
      const cents = type === 'full' ? null : parts.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0)
      return new Created(takeBack(call.books, transactionOf(call, id), { action, cents, reason }))
    },
  },
  {
    method: 'GET',
    path: /^\/subscriptions$/,
    answer: (call) => {
      const filters = ['id', 'customer_id', 'status', 'collection_mode']
      const { data, pagination } = listAnswer(call.books.all.subscriptions, call.url, { filters })
      return { data: data.map((each) => shown(each, call.root)), pagination } satisfies ListAnswer
    },
  },
  {
    method: 'GET',
    path: /^\/subscriptions\/(\w+)$/,
    answer: (call, id) => shown(subscriptionOf(call, id), call.root),
  },
  {
    method: 'PATCH',
    path: /^\/subscriptions\/(\w+)$/,
    answer: (call, id) => shown(change(call, id), call.root),
  },
  {
    method: 'PATCH',
    path: /^\/subscriptions\/(\w+)\/preview$/,
    answer: (call, id) => {
      const { items: asked, proration_billing_mode: mode } = read(Change, call.body)
      if (!asked || !mode) throw invalidField('items', 'must be provided as part of the request')
      return previewChange(call.books, subscriptionOf(call, id), asked[0]!.price_id, mode)
    },
  },
  { method: 'POST', path: /^\/subscriptions\/(\w+)\/pause$/, answer: end('pause') },
  { method: 'POST', path: /^\/subscriptions\/(\w+)\/cancel$/, answer: end('cancel') },
  {
    method: 'POST',
    path: /^\/subscriptions\/(\w+)\/resume$/,
    answer: (call, id) => {
      const subscription = subscriptionOf(call, id)
      read(Resumption, call.body)
      resume(call.books, subscription)
      return shown(subscription, call.root)
    },
  },
  {
    method: 'GET',
    path: /^\/subscriptions\/(\w+)\/update-payment-method-transaction$/,
    answer: (call, id) => {
      const subscription = subscriptionOf(call, id)
      const unpaid = call.books.all.transactions.find(
        (each) => each.subscription_id === id && each.status === 'past_due',
      )
      if (unpaid) return unpaid
      if (subscription.status === 'canceled') {
        throw new Refusal(400, 'subscription_is_canceled_action_invalid', 'The subscription is canceled.')
      }
      return openTransaction(call.books, {
        origin: 'subscription_payment_method_change',
        lines: subscription.items.map(({ price }) => ({ price, amount: 0 })),
        customData: subscription.custom_data,
        subscription,
      })
    },
  },
  {
    method: 'GET',
    path: /^\/transactions$/,
    answer: (call) => {
      const filters = ['id', 'customer_id', 'subscription_id', 'status', 'origin', 'invoice_number']
      const { data, pagination } = listAnswer(call.books.all.transactions, call.url, { filters, hasDates: true })
      const transactions = data.map((each) => withAdjustments(call, each))
      return { data: transactions, pagination } satisfies ListAnswer
    },
  },
  {
    method: 'POST',
    path: /^\/transactions$/,
    answer: (call) => {
      const asked = read(NewTransaction, call.body)
      requireDiscount(asked.discount_id)
      return new Created(
        openTransaction(call.books, {
          origin: 'api',
          lines: pricesOf(asked.items).map((price) => ({ price })),
          discountId: asked.discount_id ?? null,
          customData: asked.custom_data ?? null,
        }),
      )
    },
  },
  {
    method: 'POST',
    path: /^\/transactions\/preview$/,
    answer: (call) => {
      const { items: asked, discount_id: discountId = null, address = null } = read(Preview, call.body)
      requireDiscount(discountId)
      const lines = pricesOf(asked).map((price) => ({ price }))
      return {
        customer_id: null,
        address_id: null,
        business_id: null,
        currency_code: 'USD',
        discount_id: discountId,
        address,
        customer_ip_address: null,
        items: lines.map(({ price }) => ({ price, quantity: 1, include_in_totals: true, proration: null })),
        details: detailsOf(call.books, { lines, discountId }),
        ignore_trials: false,
        available_payment_methods: ['card'],
      }
    },
  },
  {
    method: 'GET',
    path: /^\/transactions\/(\w+)$/,
    answer: (call, id) => withAdjustments(call, transactionOf(call, id)),
  },
  {
    method: 'GET',
    path: /^\/transactions\/(\w+)\/invoice$/,
    answer: (call, id) => {
      const { invoice_id: invoice } = transactionOf(call, id)
      if (invoice === null) {
        throw new Refusal(404, 'transaction_invoice_not_found', 'The transaction has no invoice yet.')
      }
      return { url: `${call.root}/invoices/${invoice}.pdf` }
    },
  },
]

/** Returns the answer to a request below the API's path. Throws Refusal. */
export function apiAnswer(call: ApiCall, method: string, path: string): object {
  for (const { method: own, path: pattern, answer } of routes) {
    const match = own === method && pattern.exec(path)
    if (match) return answer(call, match[1] ?? '')
  }
  throw new Refusal(404, 'invalid_url', 'The URL in your request is not valid.')
}

import { z } from 'zod'
import { escaped } from '../reddit/pages/markdown.ts'
import { html } from '../reddit/pages/pages.ts'
import { leftOf, takeBack } from './life/adjustments.ts'
import { notFound } from './life/refusal.ts'
import { catchUp } from './life/renewals.ts'
import type { Books } from './state/books.ts'
import { dayMs, instant } from './state/time.ts'
import type { Webhooks } from './webhooks.ts'

/** How the API behaves: normally, an internal error, a rate limit, no answer, or no JSON. */
const moods = ['well', 'fail', 'busy', 'stall', 'nonsense'] as const
export type Mood = (typeof moods)[number]

/** The parts that tests and the control page can change. */
export interface Controls {
  books: Books
  webhooks: Webhooks
  setMood: (mood: Mood, times: number) => void
}

const Ahead = z.object({
  /** Milliseconds to jump ahead. */
  ahead: z.coerce
    .number()
    .int()
    .min(0)
    .max(800 * dayMs),
})
const Destination = z.object({ url: z.url({ protocol: /^https?$/ }).nullable() })
const MoodChange = z.object({ mood: z.enum(moods), times: z.number().int().min(1).optional() })
const Return = z.object({
  transaction: z.string(),
  action: z.enum(['refund', 'chargeback']).default('refund'),
  /** Cents; all that is left if absent. */
  amount: z.coerce.number().int().min(1).optional(),
})

/** Performs a control. Returns null if there is none with this name. Throws Refusal or ZodError. */
export async function control(
  { books, webhooks, setMood }: Controls,
  name: string,
  input: unknown,
): Promise<object | null> {
  switch (name) {
    case 'clock':
      books.all.ahead += Ahead.parse(input).ahead
      catchUp(books)
      return { now: books.now }
    case 'webhooks':
      books.all.webhookUrl = Destination.parse(input).url
      return { url: books.all.webhookUrl }
    case 'retry':
      await webhooks.retryNow()
      return { waiting: books.all.notifications.length }
    case 'mood': {
      const { mood, times = Number.POSITIVE_INFINITY } = MoodChange.parse(input)
      setMood(mood, times)
      return { mood }
    }
    case 'returns': {
      const { transaction: id, action, amount } = Return.parse(input)
      const transaction = books.transaction(id)
      if (!transaction) throw notFound(id)
      return takeBack(books, transaction, { action, cents: amount ?? null, reason: 'Requested in the sandbox' })
    }
    case 'purge':
      books.purge()
      return {}
    default:
      return null
  }
}

export function stateOf({ all, now }: Books): object {
  const { subscriptions, transactions, adjustments, notifications, webhookUrl } = all
  return { now, webhookUrl, waiting: notifications.length, subscriptions, transactions, adjustments }
}

/** Returns the page with the clock, the subscriptions, and the payments. */
export function controlPage(books: Books): string {
  const { all, now, real } = books
  const day = (at: string | null) => (at ? at.slice(0, 10) : '')
  const jumps = [
    ['A day', dayMs],
    ['A week', 7 * dayMs],
    ['A month', 31 * dayMs],
    ['A year', 366 * dayMs],
  ].map(([words, ahead]) => `<button name="ahead" value="${ahead}">${words}</button>`)
  const subscriptions = all.subscriptions.map(
    ({ customer_id, items, status, scheduled_change: change, next_billed_at }) => [
      escaped(books.customer(customer_id)?.email ?? ''),
      items.map(({ product, price }) => `${product.name}, ${price.name.toLowerCase()}`).join(),
      status,
      change ? `${change.action} on ${day(change.effective_at)}` : day(next_billed_at),
    ],
  )
  const payments = all.transactions
    .filter(({ status }) => status === 'completed')
    .map((transaction) => [
      day(transaction.billed_at),
      transaction.details.line_items.map(({ product }) => product.name).join(),
      `$${(Number(transaction.details.totals.grand_total) / 100).toFixed(2)}`,
      leftOf(books, transaction) > 0 ? returnForm(transaction.id) : '',
    ])
  const isAhead = all.ahead > 0 ? ` Real time is ${instant(real).slice(0, 10)}.` : ''
  const { body } = html(
    200,
    'Payments',
    `<p>Payment time: <b>${now.slice(0, 19).replace('T', ' ')}</b> UTC.${isAhead}</p>
<h2>Jump ahead</h2><form method="post" action="/paddle/control/clock">${jumps.join('')}</form>
<h2>Subscriptions</h2>${table(['Customer', 'Plan', 'Status', 'Next'], subscriptions)}
<h2>Payments</h2>${table(['Date', 'Plan', 'Amount', ''], payments)}
<h2>Webhooks</h2><p>${all.notifications.length} waiting for ${all.webhookUrl ? escaped(all.webhookUrl) : 'an address'}.</p>
<form method="post" action="/paddle/control/retry"><button>Send now</button></form>
<h2>Reset</h2><form method="post" action="/paddle/control/purge"><button>Delete all customers and payments</button></form>`,
  )
  return String(body)
}

function returnForm(transaction: string): string {
  return `<form method="post" action="/paddle/control/returns"><input type="hidden" name="transaction" value="${transaction}">
<button name="action" value="refund">Refund</button><button name="action" value="chargeback">Chargeback</button></form>`
}

function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '<p>Nothing yet.</p>'
  const row = (cells: string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row(cells, 'td')).join('')
  return `<div style="overflow-x: auto"><table style="white-space: nowrap">${row(head, 'th')}${body}</table></div>`
}

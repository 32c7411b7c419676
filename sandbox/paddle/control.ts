import { z } from 'zod'
import { escaped } from '../reddit/pages/markdown.ts'
import { html } from '../reddit/pages/pages.ts'
import { takeBack } from './life/adjustments.ts'
import { notFound } from './life/refusal.ts'
import { catchUp } from './life/renewals.ts'
import type { Books } from './state/books.ts'
import { dayMs, instant } from './state/time.ts'
import type { Webhooks } from './webhooks.ts'

/** How the API behaves: normally, an internal error, a rate limit, no answer, or no JSON. */
export const moods = ['well', 'fail', 'busy', 'stall', 'nonsense'] as const
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
export function controlPage({ all, now, real }: Books): string {
  const money = (cents: string) => `$${(Number(cents) / 100).toFixed(2)}`
  const day = (at: string | null) => (at ? at.slice(0, 10) : '')
  const jumps = [
    ['A day', dayMs],
    ['A week', 7 * dayMs],
    ['A month', 31 * dayMs],
    ['A year', 366 * dayMs],
  ].map(([words, ahead]) => `<button name="ahead" value="${ahead}">${words}</button>`)
  const subscriptions = all.subscriptions.map((each) => {
    const change = each.scheduled_change
    const plan = each.items.map(({ product, price }) => `${product.name}, ${price.name.toLowerCase()}`).join()
    const later = change ? `${change.action} on ${day(change.effective_at)}` : day(each.next_billed_at)
    const email = all.customers.find(({ id }) => id === each.customer_id)?.email ?? ''
    return `<tr><td>${escaped(email)}</td><td>${escaped(plan)}</td><td>${each.status}</td><td>${later}</td></tr>`
  })
  const payments = all.transactions
    .filter(({ status }) => status === 'completed')
    .map(
      ({ id, details, billed_at }) =>
        `<tr><td>${day(billed_at)}</td><td>${escaped(details.line_items.map(({ product }) => product.name).join())}</td>
<td>${money(details.totals.grand_total)}</td><td><form method="post" action="returns"><input type="hidden" name="transaction" value="${id}">
<button name="action" value="refund">Refund</button><button name="action" value="chargeback">Chargeback</button></form></td></tr>`,
    )
  const table = (head: string[], rows: string[]) =>
    rows.length === 0
      ? '<p>Nothing yet.</p>'
      : `<table><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr>${rows.join('')}</table>`
  const isAhead = all.ahead > 0 ? ` Real time is ${instant(real).slice(0, 10)}.` : ''
  const { body } = html(
    200,
    'Payments',
    `<p>For payments, it is <b>${now.slice(0, 19).replace('T', ' ')}</b> (UTC).${isAhead}</p>
<h2>Jump ahead</h2><form method="post" action="clock">${jumps.join('')}</form>
<h2>Subscriptions</h2>${table(['Customer', 'Plan', 'Status', 'Next'], subscriptions)}
<h2>Payments</h2>${table(['Date', 'Plan', 'Amount', 'Take back'], payments)}
<h2>Webhooks</h2><p>${all.notifications.length} waiting for ${all.webhookUrl ? escaped(all.webhookUrl) : 'an address'}.</p>
<form method="post" action="retry"><button>Send now</button></form>
<h2>Reset</h2><form method="post" action="purge"><button>Delete all customers and payments</button></form>`,
  )
  return String(body)
}

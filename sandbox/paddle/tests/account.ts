import { paddleClient } from '#features/billing/server/paddle/client.ts'
import { type PaddleEvent, readEvent } from '#features/billing/server/paddle/wire.ts'
import { type OpenPaddle, type OpenPaddleOptions, openPaddle } from '../open.ts'

export const dayMs = 86_400_000

/** The last day of a month, so that billing periods have to end on shorter ones. */
export const start = Date.parse('2026-01-31T10:00:00Z')

/** A Paddle with a fixed time, the product's client for it, and the webhooks that arrived. */
export interface Account extends OpenPaddle {
  client: ReturnType<typeof paddleClient>
  /** Returns the events since the last call, each as `type status`. */
  heard(): Promise<string[]>
  events: PaddleEvent[]
  /** Buys a plan and returns the IDs. */
  buy(
    price: string,
    choice?: { card?: string; discountId?: string },
  ): Promise<{ transaction: string; subscription: string }>
}

export async function openAccount(options: OpenPaddleOptions = {}): Promise<Account> {
  const events: PaddleEvent[] = []
  const opened = await openPaddle({
    now: () => start,
    webhookUrl: 'http://localhost/api/paddle/webhooks',
    send: async (_url, _headers, body) => {
      const event = readEvent(JSON.parse(body))
      if (!event) throw new Error(`The product can't read ${body}`)
      events.push(event)
      return 200
    },
    ...options,
  })
  const client = paddleClient(opened.paddle)
  let heardCount = 0
  return {
    ...opened,
    client,
    events,
    async heard() {
      await opened.settled()
      const fresh = events.slice(heardCount)
      heardCount = events.length
      return fresh.map(({ type, data }) => `${type} ${String(Object(data).status)}`)
    },
    async buy(priceId, { card = 'good', discountId } = {}) {
      const created = valueIn(await client.createTransaction({ priceId, customData: { checkout: 'c1' }, discountId }))
      const outcome = await opened.pay(created.id, { card })
      if (outcome !== 'completed') throw new Error(`The payment was ${outcome}`)
      const { items } = valueIn(await client.listTransactions())
      const paid = items.find(({ id }) => id === created.id)
      return { transaction: created.id, subscription: paid?.subscription_id ?? '' }
    },
  }
}

/** Returns the value of a successful outcome. */
export function valueIn<T>(outcome: { ok: true; value: T } | { ok: false; message: string }): T {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

import { once } from 'node:events'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { addressesOf, sandboxServer } from '../server.ts'
import type { Later, SendWebhook } from './webhooks.ts'

export interface OpenPaddleOptions {
  folder?: string | null
  now?: () => number
  webhookUrl?: string | undefined
  send?: SendWebhook
  later?: Later
}

/** A running Paddle, for tests that act as the customer and as Paddle's operator. */
export interface OpenPaddle {
  /** Its addresses and keys, as the product knows them. */
  paddle: Sandbox['paddle']
  /** Pays on the checkout page. Returns completed, declined or confirm. */
  pay(transactionId: string, choice?: { card?: string; email?: string; isConfirmed?: boolean }): Promise<string>
  /** Uses a control, for example `tell('clock', { ahead: 86_400_000 })`. Throws if it is rejected. */
  tell(name: string, input?: object): Promise<Record<string, unknown>>
  /** Resolves when each webhook was answered, or has been tried again at once. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Runs the sandbox on a free port of loopback. */
export async function openPaddle(options: OpenPaddleOptions = {}): Promise<OpenPaddle> {
  const server = sandboxServer(options).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { paddle } = addressesOf(server)
  const post = async (path: string, input: object) => {
    const response = await fetch(`${paddle.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`The sandbox rejected ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const tell = (name: string, input: object = {}) => post(`/control/${name}`, input)
  return {
    paddle,
    async pay(transaction, { card = 'good', email = 'payer@example.com', isConfirmed } = {}) {
      const choice = { card, email, isConfirmed: isConfirmed ?? null }
      return String((await post('/pay', { transaction, token: paddle.clientToken, ...choice })).outcome)
    },
    tell,
    settled: async () => void (await tell('retry')),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

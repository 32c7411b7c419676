import { afterEach, expect, test } from 'vitest'
import { verifySignature } from '#features/billing/server/paddle/signature.ts'
import type { Later } from '../webhooks.ts'
import { type Account, openAccount, start, valueIn } from './account.ts'

let account: Account
afterEach(() => account.close())

const createTransaction = async () =>
  valueIn(await account.client.createTransaction({ priceId: 'pri_growth_monthly', customData: {} }))

/** A receiver that answers with scripted statuses, and then 200; time passes when a test says so. */
function receiver(statuses: (number | 'down')[]) {
  const attempts: string[] = []
  const waits: { ms: number; run: () => void }[] = []
  let now = start
  const later: Later = (ms, run) => {
    const wait = { ms, run }
    waits.push(wait)
    return () => void waits.splice(waits.indexOf(wait), 1)
  }
  return {
    attempts,
    options: {
      now: () => now,
      later,
      send: async (_url: string, headers: Record<string, string>, body: string) => {
        const header = headers['paddle-signature']
        const signed = { body: Buffer.from(body), header, secrets: [account.paddle.webhookSecret], now: new Date(now) }
        attempts.push(`${JSON.parse(body).event_type} ${verifySignature({ ...signed, toleranceSeconds: 0 })}`)
        const status = statuses.shift() ?? 200
        if (status === 'down') throw new Error('unreachable')
        return status
      },
    },
    /** Returns the ms until the next attempt; null if none is planned. */
    nextWait: () => waits.at(-1)?.ms ?? null,
    /** Lets the time of the next attempt come. */
    passTime() {
      const wait = waits.pop()!
      now += wait.ms
      wait.run()
    },
  }
}

/** Resolves when everything due was sent: the receiver needs no network, so that a request takes longer. */
const delivered = () => account.client.subscription('sub_none')

test.each<[string, (number | 'down')[]]>([
  ['answers with an error', [503]],
  ['answers with a redirect', [302]],
  ['is down', ['down']],
])('a receiver that %s gets the webhook again, freshly signed', async (_what, statuses) => {
  const receiving = receiver(statuses)
  account = await openAccount(receiving.options)
  await createTransaction()
  await delivered()
  expect(receiving.attempts).toEqual(['transaction.created valid'])
  expect(receiving.nextWait()).toBe(1000)
  receiving.passTime()
  await delivered()
  expect(receiving.attempts).toEqual(['transaction.created valid', 'transaction.created valid'])
  expect(receiving.nextWait()).toBeNull()
})

test('a webhook is given up after its sixth attempt', async () => {
  const receiving = receiver(Array.from({ length: 20 }, () => 500))
  account = await openAccount(receiving.options)
  await createTransaction()
  await delivered()
  const waits = []
  for (let wait = receiving.nextWait(); wait !== null; wait = receiving.nextWait()) {
    waits.push(wait)
    receiving.passTime()
    await delivered()
  }
  expect(waits).toEqual([1000, 5000, 30_000, 120_000, 600_000])
  expect(receiving.attempts).toHaveLength(6)
})

test('one that fails does not hold up the others', async () => {
  const receiving = receiver([500])
  account = await openAccount(receiving.options)
  const { id } = await createTransaction()
  await delivered()
  await account.pay(id)
  await delivered()
  expect(receiving.attempts).toHaveLength(12)
  expect(receiving.attempts.at(-1)).toBe('transaction.completed valid')
})

test('webhooks wait until they have an address', async () => {
  const receiving = receiver([])
  account = await openAccount({ ...receiving.options, webhookUrl: undefined })
  await createTransaction()
  await delivered()
  expect(receiving.attempts).toEqual([])
  await account.tell('webhooks', { url: 'http://localhost/hooks' })
  await delivered()
  expect(receiving.attempts).toEqual(['transaction.created valid'])
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Account, dayMs, openAccount, start, valueIn } from './account.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-paddle-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns everything that the API shows. */
async function shown({ client }: Account) {
  const [subscriptions, transactions] = [await client.listSubscriptions(), await client.listTransactions()]
  const text = JSON.stringify([valueIn(subscriptions), valueIn(transactions)])
  return text.replaceAll(/127\.0\.0\.1:\d+/g, '')
}

test('payments, credits, and the clock survive a restart, and IDs are not reused', async () => {
  const before = await openAccount({ folder })
  const { subscription, transaction } = await before.buy('pri_professional_monthly')
  await before.tell('clock', { ahead: 14 * dayMs })
  await before.tell('returns', { transaction, amount: 100 })
  const items = [{ priceId: 'pri_startup_monthly', quantity: 1 }]
  valueIn(await before.client.updateSubscription(subscription, { items, prorationMode: 'prorated_immediately' }))
  const seen = await shown(before)
  await before.close()

  const after = await openAccount({ folder })
  expect(await shown(after)).toBe(seen)
  // What is due happens after the restart: the refund's approval, and a renewal paid from the credit.
  await after.tell('clock', { ahead: 14 * dayMs })
  const renewed = valueIn(await after.client.listTransactions({ subscriptionId: subscription })).items
  expect(renewed.at(-1)).toMatchObject({
    origin: 'subscription_recurring',
    created_at: '2026-02-28T10:00:00.000000Z',
    details: { totals: { total: 1900, grand_total: 0 } },
  })
  expect((await after.heard())[0]).toBe('adjustment.updated approved')
  const { transaction: next } = await after.buy('pri_growth_monthly')
  expect(next > renewed.at(-1)!.id).toBe(true)
  await after.close()
})

test('a payment is on disk before it is answered', async () => {
  const account = await openAccount({ folder })
  const { subscription } = await account.buy('pri_growth_monthly')
  const stored = JSON.parse(readFileSync(join(folder, 'paddle.json'), 'utf8'))
  expect(stored.subscriptions).toMatchObject([{ id: subscription, status: 'active' }])
  await account.close()
})

test('webhooks that were not answered are sent after a restart', async () => {
  const before = await openAccount({ folder, send: async () => 500, later: () => () => {} })
  valueIn(await before.client.createTransaction({ priceId: 'pri_growth_monthly', customData: {} }))
  await before.close()
  const after = await openAccount({ folder, now: () => start + 60_000 })
  expect(await after.heard()).toEqual(['transaction.created draft'])
  await after.close()
})

test('the time does not run back if the machine’s clock does', async () => {
  const before = await openAccount({ folder })
  await before.buy('pri_growth_monthly')
  await before.close()
  const after = await openAccount({ folder, now: () => start - dayMs })
  expect((await after.tell('clock', { ahead: 0 })).now).toBe('2026-01-31T10:00:00.000000Z')
  await after.close()
})

test('a purge deletes payments and keeps the address of webhooks', async () => {
  const account = await openAccount({ folder })
  await account.buy('pri_growth_monthly')
  await account.settled()
  await account.tell('purge')
  expect(valueIn(await account.client.listTransactions()).items).toEqual([])
  await account.heard()
  valueIn(await account.client.createTransaction({ priceId: 'pri_growth_monthly', customData: {} }))
  expect(await account.heard()).toEqual(['transaction.created draft'])
  await account.close()
})

test('the file is readable by its owner only, and an unreadable one is replaced', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const path = join(folder, 'paddle.json')
  writeFileSync(path, '{"version": 1, "cust')
  const account = await openAccount({ folder })
  await account.buy('pri_growth_monthly')
  await account.close()
  expect(errors.mock.calls.join()).toMatch(/^The sandbox starts fresh because .*paddle\.json can't be read/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8')).subscriptions).toHaveLength(1)
  errors.mockRestore()
})

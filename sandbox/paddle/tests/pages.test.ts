import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, openAccount, valueIn } from './account.ts'

let account: Account
let transaction: string
beforeEach(async () => {
  account = await openAccount()
  const created = await account.client.createTransaction({ priceId: 'pri_growth_monthly', customData: {} })
  transaction = valueIn(created).id
})
afterEach(() => account.close())

async function checkoutPage(query: Record<string, string>) {
  const parameters = new URLSearchParams({ transaction, token: account.paddle.clientToken, ...query })
  const response = await fetch(`${account.paddle.url}/checkout?${parameters}`)
  return { text: await response.text(), headers: response.headers }
}

describe('the checkout page', () => {
  test('says that it is a test, and only pages of this machine may show it', async () => {
    const { text, headers } = await checkoutPage({})
    expect(text).toContain('This is a test.')
    expect(text).toContain('<dt>Growth</dt><dd>$39.00</dd>')
    expect(headers.get('content-security-policy')).toMatch(/^frame-ancestors http:\/\/localhost:\*/)
  })

  test.each([
    [{ token: 'live_token' }, 'The client token is wrong.'],
    [{ transaction: 'txn_unknown' }, 'There is no such transaction.'],
  ])('for %j shows no form', async (query, problem) => {
    const { text } = await checkoutPage(query)
    expect(text).toContain(problem)
    expect(text).not.toContain('<form')
  })

  test('takes a transaction once', async () => {
    await account.pay(transaction)
    expect((await checkoutPage({})).text).toContain('This transaction can no longer be paid.')
  })

  test('escapes what it is given', async () => {
    const { text } = await checkoutPage({ email: '"><script>alert(1)</script>' })
    expect(text).not.toContain('<script>alert')
  })
})

test.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another port', { 'sec-fetch-site': 'same-site' }],
])('%s can neither pay nor use the controls', async (_who, headers) => {
  for (const path of ['/pay', '/control/purge']) {
    const response = await fetch(`${account.paddle.url}${path}`, { method: 'POST', headers })
    expect(response.status).toBe(403)
  }
})

test.each([['/control/state'], ['/control/'], ['/checkout'], ['/paddle.js']])(
  '%s is not shown under another name, which could be rebound to this machine',
  async (path) => {
    const asked = get(`${account.paddle.url}${path}`, { headers: { host: 'evil.test' } })
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(403)
  },
)

test('the page of controls lists payments, and its buttons return to it', async () => {
  await account.pay(transaction, { email: 'ada@example.com' })
  const page = await (await fetch(`${account.paddle.url}/control/`)).text()
  expect(page).toContain('<td>ada@example.com</td><td>Growth, monthly</td><td>active</td><td>2026-02-28</td>')
  const body = new URLSearchParams({ transaction, action: 'refund' })
  const response = await fetch(`${account.paddle.url}/control/returns`, { method: 'POST', body, redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/paddle/control/'])
  expect(await (await fetch(`${account.paddle.url}/control/`)).text()).not.toContain('Chargeback')
})

test.each([
  ['fail', 'Paddle responded with a server error'],
  ['busy', "Paddle's rate limit was reached"],
  ['nonsense', 'Paddle sent an unexpected response'],
])('the API can be told to %s for a while', async (mood, message) => {
  await account.tell('mood', { mood, times: 1 })
  expect(await account.client.listSubscriptions()).toEqual({ ok: false, reason: 'unavailable', message })
  expect(await account.client.listSubscriptions()).toMatchObject({ ok: true })
})

test('an invoice exists once the transaction is paid, and it is a PDF', async () => {
  expect(await account.client.invoiceUrl(transaction)).toMatchObject({ reason: 'notFound' })
  await account.pay(transaction, { email: 'ada@example.com' })
  const response = await fetch(valueIn(await account.client.invoiceUrl(transaction)))
  const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1')
  expect(pdf).toContain('(Invoice number: 1-10001) Tj')
  expect(pdf).toContain('(Total: 39.00 USD) Tj')
  const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
  expect(pdf.slice(start, start + 4)).toBe('xref')
  for (const [, offset] of pdf.matchAll(/^(\d{10}) 00000 n/gm)) {
    expect(pdf.slice(Number(offset))).toMatch(/^\d 0 obj/)
  }
})

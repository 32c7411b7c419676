import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { type ItemChange, type PaddleClient, paddleClient } from './client.ts'
import { paddleBounds } from './exchange.ts'

/** A server in place of Paddle with scripted responses. What it answers by itself is tested with the sandbox. */
const apiKey = 'pdl_apikey_of_ours'
const requests: { line: string; authorization: string | undefined; body: unknown }[] = []
const closing: (() => void)[] = []

afterEach(() => {
  requests.length = 0
  for (const close of closing.splice(0)) close()
})

type Reply = (request: IncomingMessage, response: ServerResponse) => void

async function paddleThat(reply: Reply, bounds = paddleBounds): Promise<PaddleClient> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    requests.push({
      line: `${request.method} ${decodeURIComponent(request.url ?? '')}`,
      authorization: request.headers.authorization,
      body: body === '' ? null : JSON.parse(body),
    })
    reply(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return paddleClient({ apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey }, bounds)
}

function answers(status: number, body: unknown, headers = {}): Reply {
  return (_request, response) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(sent)
  }
}

const missing = answers(404, { error: { type: 'request_error', code: 'not_found', detail: 'Entity not found' } })
const change: ItemChange = {
  items: [{ priceId: 'pri_growth_yearly', quantity: 1 }],
  prorationMode: 'prorated_immediately',
}
const changeSent = {
  items: [{ price_id: 'pri_growth_yearly', quantity: 1 }],
  proration_billing_mode: 'prorated_immediately',
  on_payment_failure: 'prevent_change',
}
const since = new Date('2026-01-01T00:00:00Z')

const calls: [string, (paddle: PaddleClient) => Promise<unknown>, string, unknown][] = [
  [
    'createTransaction',
    (paddle) =>
      paddle.createTransaction({ priceId: 'pri_1', customData: { checkout: 'c1' }, discountId: 'dsc_reactivation' }),
    'POST /transactions',
    {
      items: [{ price_id: 'pri_1', quantity: 1 }],
      custom_data: { checkout: 'c1' },
      discount_id: 'dsc_reactivation',
    },
  ],
  [
    'previewPrice',
    (paddle) => paddle.previewPrice({ priceId: 'pri_1', country: 'DE' }),
    'POST /transactions/preview',
    { items: [{ price_id: 'pri_1', quantity: 1, include_in_totals: true }], address: { country_code: 'DE' } },
  ],
  [
    'findDiscount',
    (paddle) => paddle.findDiscount('WELCOME10'),
    'GET /discounts?per_page=200&order_by=id[ASC]&code=WELCOME10&status=active',
    null,
  ],
  ['subscription', (paddle) => paddle.subscription('sub_1'), 'GET /subscriptions/sub_1', null],
  [
    'updateSubscription',
    (paddle) => paddle.updateSubscription('sub_1', change),
    'PATCH /subscriptions/sub_1',
    changeSent,
  ],
  [
    'previewUpdate',
    (paddle) => paddle.previewUpdate('sub_1', change),
    'PATCH /subscriptions/sub_1/preview',
    changeSent,
  ],
  [
    'pause',
    (paddle) => paddle.pause('sub_1', 'next_billing_period'),
    'POST /subscriptions/sub_1/pause',
    { effective_from: 'next_billing_period' },
  ],
  [
    'cancel',
    (paddle) => paddle.cancel('sub_1', 'next_billing_period'),
    'POST /subscriptions/sub_1/cancel',
    { effective_from: 'next_billing_period' },
  ],
  [
    'resume',
    (paddle) => paddle.resume('sub_1', 'immediately'),
    'POST /subscriptions/sub_1/resume',
    { effective_from: 'immediately' },
  ],
  [
    'removeScheduledChange',
    (paddle) => paddle.removeScheduledChange('sub_1'),
    'PATCH /subscriptions/sub_1',
    { scheduled_change: null },
  ],
  [
    'updatePaymentMethodTransaction',
    (paddle) => paddle.updatePaymentMethodTransaction('sub_1'),
    'GET /subscriptions/sub_1/update-payment-method-transaction',
    null,
  ],
  [
    'listSubscriptions',
    (paddle) => paddle.listSubscriptions({ updatedSince: since, after: 'sub_1' }),
    'GET /subscriptions?per_page=200&order_by=id[ASC]&after=sub_1',
    null,
  ],
  [
    'listTransactions',
    (paddle) => paddle.listTransactions({ subscriptionId: 'sub_1', updatedSince: since, after: 'txn_1' }),
    'GET /transactions?per_page=200&order_by=id[ASC]&subscription_id=sub_1' +
      '&updated_at[GTE]=2026-01-01T00:00:00.000Z&include=adjustments&after=txn_1',
    null,
  ],
  ['invoiceUrl', (paddle) => paddle.invoiceUrl('txn_1'), 'GET /transactions/txn_1/invoice', null],
]

test.each(calls)('%s sends one request and reports that nothing was found', async (_name, call, line, body) => {
  const paddle = await paddleThat(missing)
  expect(await call(paddle)).toEqual({ ok: false, reason: 'notFound', message: 'not_found: Entity not found' })
  expect(requests).toEqual([{ line, authorization: `Bearer ${apiKey}`, body }])
})

test('an ID can not lead to another path', async () => {
  const paddle = await paddleThat((request, response) => {
    response.writeHead(404).end(JSON.stringify({ error: { code: 'raw', detail: request.url } }))
  })
  expect(await paddle.subscription('../prices?x=1')).toMatchObject({
    message: 'raw: /subscriptions/..%2Fprices%3Fx%3D1',
  })
})

test.each<[string, Reply, string, string]>([
  [
    'rejects the request',
    answers(400, { error: { code: 'subscription_locked_pending_changes', detail: 'Locked' } }),
    'refused',
    'subscription_locked_pending_changes: Locked',
  ],
  [
    'rejects a field',
    answers(400, {
      error: { code: 'invalid_field', detail: 'Invalid.', errors: [{ field: 'items[0]', message: 'has no price' }] },
    }),
    'refused',
    'invalid_field: Invalid. items[0] has no price.',
  ],
  ['rejects the key', answers(403, { error: { code: 'forbidden', detail: 'No' } }), 'refused', 'forbidden: No'],
  [
    'is busy',
    answers(429, { error: { code: 'too_many_requests', detail: '' } }),
    'unavailable',
    "Paddle's rate limit was reached",
  ],
  ['fails', answers(503, 'down'), 'unavailable', 'Paddle responded with a server error'],
  ['is another server', answers(404, '<h1>Not found</h1>'), 'unavailable', 'Paddle sent an unexpected response'],
  ['sends nonsense', answers(200, '{"data":'), 'unavailable', 'Paddle sent an unexpected response'],
  [
    'sends another object',
    answers(200, { data: { id: 'sub_1' } }),
    'unavailable',
    'Paddle sent an unexpected response',
  ],
  [
    'redirects',
    answers(302, '', { location: 'http://127.0.0.1:1/' }),
    'unavailable',
    "The endpoint couldn't be reached",
  ],
  ['hangs up', (request) => void request.socket.destroy(), 'unavailable', "The endpoint couldn't be reached"],
])('a Paddle that %s', async (_what, reply, reason, message) => {
  const paddle = await paddleThat(reply)
  expect(await paddle.subscription('sub_1')).toEqual({ ok: false, reason, message })
})

test.each<[string, Reply]>([
  ['does not answer', () => {}],
  ['never finishes its answer', (_request, response) => void response.writeHead(200).write('{"data":')],
])('a Paddle that %s is given up', async (_what, reply) => {
  const paddle = await paddleThat(reply, { ...paddleBounds, totalMs: 100 })
  expect(await paddle.subscription('sub_1')).toEqual({
    ok: false,
    reason: 'unavailable',
    message: 'The endpoint took too long to respond',
  })
})

test('an endless answer is cut off', async () => {
  const paddle = await paddleThat(answers(200, { data: 'x'.repeat(5000) }), { ...paddleBounds, bytes: 1000 })
  expect(await paddle.subscription('sub_1')).toMatchObject({
    reason: 'unavailable',
    message: "The endpoint's response was too large",
  })
})

test('a long explanation is cut', async () => {
  const paddle = await paddleThat(answers(400, { error: { code: 'bad', detail: 'x'.repeat(5000) } }))
  const outcome = await paddle.subscription('sub_1')
  expect(outcome).toMatchObject({ ok: false, reason: 'refused' })
  expect(outcome.ok ? '' : outcome.message).toHaveLength(300)
})

test.each([['A,B'], ['a b'], [''], ['x'.repeat(33)]])('%j is no code, so Paddle is not asked', async (code) => {
  const paddle = await paddleThat(missing)
  expect(await paddle.findDiscount(code)).toEqual({ ok: true, value: null })
  expect(requests).toEqual([])
})

test('only an active discount with exactly this code is found, in any case', async () => {
  const discount = (id: string, code: string, status = 'active') => ({ id, code, status })
  const data = [
    discount('dsc_1', 'WELCOME100'),
    discount('dsc_2', 'WELCOME10', 'expired'),
    discount('dsc_3', 'WELCOME10'),
  ]
  const paddle = await paddleThat(answers(200, { data, meta: { pagination: { has_more: false } } }))
  expect(await paddle.findDiscount('welcome10')).toEqual({ ok: true, value: { id: 'dsc_3' } })
  expect(await paddle.findDiscount('WELCOME')).toEqual({ ok: true, value: null })
})

test('a page leaves out what it cannot read and says where the next one starts', async () => {
  const data = [{ id: 'sub_1' }, { id: 'sub_2', status: 'active' }]
  const paddle = await paddleThat(answers(200, { data, meta: { pagination: { has_more: true } } }))
  expect(await paddle.listSubscriptions()).toEqual({ ok: true, value: { items: [], unreadable: 2, after: 'sub_2' } })
})

test.each([['javascript:alert(1)'], ['/invoice.pdf'], ['']])('%j is no URL of an invoice', async (url) => {
  const paddle = await paddleThat(answers(200, { data: { url } }))
  expect(await paddle.invoiceUrl('txn_1')).toMatchObject({ ok: false, reason: 'unavailable' })
})

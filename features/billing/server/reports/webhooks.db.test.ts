import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Transaction, transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { appOf, call, finishBackfill, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import {
  account,
  event,
  paddleAdjustment,
  paddleSubscription,
  paddleTransaction,
  type SentEvent,
  seedCheckout,
  sendEvent,
  signatureOf,
} from '../factories.ts'
import { readEvent } from '../paddle/wire.ts'
import { receiveIn } from './receive-event.ts'
import { asProvider } from './report.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let checkout: string

beforeAll(async () => {
  const opened = await testApp('ann')
  ;({ world, ann } = opened)
  world.ctx.billing = 'paddle'
  world.ctx.paddle = account
  app = opened.app
  project = await setUpProject(app, ann, { keywords: Array.from({ length: 30 }, (_, index) => `welder ${index}`) })
  await finishBackfill(world.ctx, project)
})
afterAll(() => world.close())

const bought = () => ({ custom_data: { checkout } })
const send = (sent: SentEvent) => sendEvent(app, world.clock.now, sent)

/** Returns everything that events write, without IDs and times of our own. */
const stateQuery = () => {
  const rows = (table: string) =>
    `(select coalesce(jsonb_agg(to_jsonb(t) - array['id', 'payment_id', 'updated_at'] order by t.provider_id), '[]')
      from ${table} t)`
  return `select jsonb_build_object('subscriptions', ${rows('subscription')}, 'purchases', ${rows('purchase')},
    'payments', ${rows('payment')}, 'adjustments', ${rows('payment_adjustment')},
    'checkouts', (select jsonb_agg(jsonb_build_object('state', state)) from checkout),
    'project', (select jsonb_agg(jsonb_build_object('status', status)) from project where id = '${project}')) as state`
}

interface Reached extends Record<string, unknown> {
  state: Record<string, unknown[]>
}

const state = async () => (await ask<Reached>(world.url, stateQuery()))[0]!.state

function clear(): Promise<unknown> {
  const tables = ['subscription', 'purchase', 'payment', 'billing_event', 'checkout', 'event', 'pgboss.job']
  const cleared = tables.map((table) => `delete from ${table}`).join('; ')
  return ask(world.url, `${cleared}; update project set status = 'done'`)
}

beforeEach(async () => {
  await clear()
  checkout = await seedCheckout(world.ctx, project, { userId: ann.id })
})

const outcomes = async () => {
  const rows = await ask<{ outcome: string }>(world.url, 'select outcome from billing_event order by id')
  return rows.map(({ outcome }) => outcome)
}

describe('a paid checkout', () => {
  test('gives its project the subscription, the status paid, and its invoice', async () => {
    expect((await send(event('subscription.created', 1, paddleSubscription(bought())))).statusCode).toBe(200)
    await send(event('transaction.completed', 2, paddleTransaction(bought())))
    expect(await state()).toMatchObject({
      subscriptions: [{ project_id: project, user_id: ann.id, status: 'active', billing_cycle: 'monthly' }],
      payments: [{ description: 'Growth', status: 'completed', total: 3900 }],
      checkouts: [{ state: 'paid' }],
      project: [{ status: 'paid' }],
    })
    const access = await call(app, ann, 'GET', `projects/${project}/access`)
    expect(access.json().data).toMatchObject({ granted: true, by: 'subscription', plan: 'growth' })
  })

  test('gives a pass, from the moment of the payment', async () => {
    await send(event('transaction.completed', 2, paddleTransaction(bought(), 'pass')))
    expect(await state()).toMatchObject({
      subscriptions: [],
      purchases: [{ project_id: project, created_at: '2026-11-20T11:00:01+00:00', refunded_at: null }],
      checkouts: [{ state: 'paid' }],
      project: [{ status: 'paid' }],
    })
  })

  test('pauses what the plan has no room for, and resumes it when the plan grows', async () => {
    const paused = async () => {
      await world.drain()
      const [row] = await ask(world.url, `select count(*)::int as n from keyword where paused_by = 'quota'`)
      return row
    }
    await send(event('subscription.created', 1, paddleSubscription(bought(), 'startup')))
    expect(await paused()).toEqual({ n: 10 })
    await send(event('subscription.updated', 2, paddleSubscription(bought(), 'growth')))
    expect(await paused()).toEqual({ n: 0 })
  })

  test('tells open screens', async () => {
    await send(event('subscription.created', 1, paddleSubscription(bought())))
    const kinds = await ask(world.url, `select distinct kind from event where project_id = '${project}' order by kind`)
    expect(kinds).toEqual(expect.arrayContaining([{ kind: 'billing' }, { kind: 'project' }]))
  })
})

describe('a refused payment', () => {
  const refused = () => event('transaction.payment_failed', 1, paddleTransaction({ ...bought(), status: 'ready' }))

  test('fails its checkout, which a later payment still pays', async () => {
    await send(refused())
    expect((await state()).checkouts).toEqual([{ state: 'failed' }])
    await send(event('subscription.created', 2, paddleSubscription(bought())))
    expect((await state()).checkouts).toEqual([{ state: 'paid' }])
  })

  test('of a renewal leaves the paid checkout as it is', async () => {
    await send(event('subscription.created', 2, paddleSubscription(bought())))
    await send(refused())
    expect((await state()).checkouts).toEqual([{ state: 'paid' }])
  })
})

test.each([
  ['trialing', null, 'active', null],
  ['active', { action: 'pause', effective_at: '2026-12-20T11:00:00Z' }, 'active', 'pause'],
  ['active', { action: 'cancel', effective_at: null }, 'active', 'cancel'],
  ['past_due', null, 'past_due', null],
  ['paused', { action: 'resume', effective_at: '2026-12-20T11:00:00Z' }, 'paused', null],
  ['canceled', null, 'canceled', null],
])(
  'a subscription reported as %s with the change %j is %s with the change %s',
  async (word, change, status, action) => {
    const data = paddleSubscription({ ...bought(), status: word, scheduled_change: change })
    await send(event('subscription.updated', 1, data))
    expect((await state()).subscriptions).toMatchObject([{ status, scheduled_change_action: action }])
  },
)

test('a subscription with an unknown status changes nothing', async () => {
  await send(event('subscription.updated', 1, paddleSubscription({ ...bought(), status: 'frozen' })))
  expect([(await state()).subscriptions, await outcomes()]).toEqual([[], ['ignored']])
})

test('an extra item does not hide the plan', async () => {
  const data = paddleSubscription(bought(), 'professional')
  const extra = { ...data.items[0]!, price: { ...data.items[0]!.price, product_id: 'pro_seats' }, product: null }
  await send(event('subscription.created', 1, { ...data, items: [extra, ...data.items] }))
  expect((await state()).subscriptions).toMatchObject([{ main_product_name: 'Professional' }])
})

describe('an event', () => {
  test('takes effect once, even if it arrives 100 times at the same time', async () => {
    const sent = event('transaction.completed', 2, paddleTransaction(bought(), 'pass'))
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(sent)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await state()).purchases).toHaveLength(1)
    expect(await outcomes()).toEqual(['applied'])
  })

  test('that is older than the last one changes nothing, by microseconds', async () => {
    await send(event('subscription.canceled', 3.000002, paddleSubscription({ ...bought(), status: 'canceled' })))
    await send(event('subscription.updated', 3.000001, paddleSubscription(bought())))
    expect((await state()).subscriptions).toMatchObject([{ status: 'canceled' }])
    expect(await outcomes()).toEqual(['applied', 'older'])
  })

  test.each([
    ['of an unknown type', 'moon.landed', { id: 'x' }],
    ['about a customer', 'customer.created', { id: 'ctm_1', email: 'ann@example.com' }],
  ])('%s is stored and answered with 200', async (_what, type, data) => {
    expect((await send(event(type, 1, data))).statusCode).toBe(200)
    expect(await outcomes()).toEqual(['ignored'])
    expect(JSON.stringify(await ask(world.url, 'select * from billing_event'))).not.toContain('ann@example.com')
  })

  test.each([
    ['no checkout', null],
    ['the ID of a project', () => ({ project, user: ann.id })],
    ['the ID of a project as a checkout', () => ({ checkout: project })],
    ['an unknown checkout', () => ({ checkout: world.ctx.id() })],
    ['a checkout that is no ID', () => ({ checkout: "1' or true" })],
  ])('with %s gives no access, and is logged', async (_what, data) => {
    const custom_data = typeof data === 'function' ? data() : data
    await send(event('subscription.created', 1, paddleSubscription({ custom_data })))
    await send(event('transaction.completed', 2, paddleTransaction({ custom_data }, 'pass')))
    expect(await state()).toMatchObject({ subscriptions: [], purchases: [], project: [{ status: 'done' }] })
    expect(await outcomes()).toEqual(['unknown', 'unknown'])
    expect(world.logged.at(-1)).not.toContain('ctm_1')
    expect(world.logged.some((line) => line.includes('belongs to no checkout'))).toBe(true)
  })

  test('with an unknown product gives the smallest plan', async () => {
    const data = paddleSubscription(bought())
    const item = data.items[0]!
    await send(
      event('subscription.created', 1, {
        ...data,
        items: [{ ...item, price: { ...item.price, product_id: 'pro_x' }, product: null }],
      }),
    )
    const access = await call(app, ann, 'GET', `projects/${project}/access`)
    expect(access.json().data).toMatchObject({ granted: true, plan: 'startup' })
  })

  test('in another currency or with a negative amount is listed as it is', async () => {
    const data = paddleTransaction(bought())
    const totals = { ...data.details.totals, total: '-1200', currency_code: 'JPY' }
    await send(event('subscription.created', 1, paddleSubscription(bought())))
    await send(event('transaction.completed', 2, { ...data, details: { ...data.details, totals } }))
    expect(await ask(world.url, 'select total, currency from payment')).toEqual([{ total: '-1200', currency: 'JPY' }])
  })
})

describe('a refund', () => {
  const pass = () => event('transaction.completed', 2, paddleTransaction(bought(), 'pass'))
  const access = async () => (await call(app, ann, 'GET', `projects/${project}/access`)).json().data

  test.each([
    ['in full ends a pass', paddleAdjustment(), false],
    ['by a chargeback ends a pass', paddleAdjustment({ action: 'chargeback' }), false],
    ['in part leaves it open', paddleAdjustment({ totals: { total: '100' } }), true],
    ['that is not approved leaves it open', paddleAdjustment({ status: 'pending_approval' }), true],
    ['by a warning leaves it open', paddleAdjustment({ action: 'chargeback_warning' }), true],
  ])('%s', async (_what, adjustment, granted) => {
    await send(pass())
    expect(await access()).toMatchObject({ granted: true, by: 'pass' })
    await send(event('adjustment.created', 6, adjustment))
    expect(await access()).toMatchObject({ granted })
  })

  test('that is rejected later opens the pass again', async () => {
    await send(pass())
    await send(event('adjustment.created', 6, paddleAdjustment()))
    await send(event('adjustment.updated', 7, paddleAdjustment({ status: 'rejected' })))
    expect(await access()).toMatchObject({ granted: true })
  })
})

describe('every order of five events ends in the same state', () => {
  const purchase = () => [
    event('transaction.payment_failed', 2, paddleTransaction({ ...bought(), status: 'ready' }, 'pass')),
    event('transaction.paid', 3, paddleTransaction({ ...bought(), status: 'paid' }, 'pass')),
    event('transaction.completed', 4, paddleTransaction(bought(), 'pass')),
    event('adjustment.created', 5, paddleAdjustment({ status: 'pending_approval' })),
    event('adjustment.updated', 6, paddleAdjustment()),
  ]
  const renewal = { id: 'txn_2', status: 'past_due', origin: 'subscription_recurring' }
  const subscription = () => [
    event('subscription.created', 1, paddleSubscription(bought())),
    event('subscription.updated', 2, paddleSubscription({ ...bought(), scheduled_change: { action: 'pause' } })),
    event('transaction.completed', 4, paddleTransaction({ ...renewal, status: 'completed' })),
    event('adjustment.created', 5, paddleAdjustment({ transaction_id: 'txn_2' })),
    event('subscription.canceled', 6, paddleSubscription({ ...bought(), status: 'canceled' })),
  ]

  test.each([
    ['a pass', purchase],
    ['a subscription', subscription],
  ])('of %s', async (_what, made) => {
    const events = made().map((body) => ({ body, event: readEvent(body)! }))
    const ctx = asProvider(world.ctx)
    /** By the events that arrived and the state they led to: the states in which the orders of the rest end. */
    const known = new Map<string, Map<string, number>>()
    // Orders with the same beginning share it: each step is a savepoint, and is undone after its orders. Beginnings with
    // the same events, the same of which wait, that led to the same state end alike. Only the first is followed.
    const follow = async (tx: Transaction, before: typeof events): Promise<Map<string, number>> => {
      const rest = events.filter((each) => !before.includes(each))
      const { rows } = await tx.execute<Reached>(sql.raw(stateQuery()))
      const state = JSON.stringify(rows[0]!.state)
      if (rest.length === 0) return new Map([[state, 1]])
      const { rows: links } = await tx.execute(sql`
        select id, waits_for, null from billing_event union all
        select provider_id, null, payment_id is null from payment_adjustment order by 1`)
      const key = JSON.stringify([links, state])
      const ends = known.get(key) ?? new Map<string, number>()
      if (known.has(key)) return ends
      for (const next of rest) {
        await undone(tx, async (within) => {
          await receiveIn(ctx, within, next.event, next.body)
          for (const [end, orders] of await follow(within, [...before, next])) {
            ends.set(end, (ends.get(end) ?? 0) + orders)
          }
        })
      }
      known.set(key, ends)
      return ends
    }
    const reached = await transaction(ctx, (tx) => follow(tx, []))
    expect([...reached.values()]).toEqual([120])
    const [end] = [...reached.keys()].map((key) => JSON.parse(key))
    expect(end).toMatchObject({ checkouts: [{ state: 'paid' }], project: [{ status: 'paid' }] })
    expect(end).toMatchObject({ adjustments: [{ status: 'approved' }] })
  })
})

/** Runs steps in a savepoint and rolls back to it. */
async function undone(tx: Transaction, steps: (within: Transaction) => Promise<void>): Promise<void> {
  await tx.execute(sql`savepoint step`)
  await steps(tx)
  await tx.execute(sql`rollback to savepoint step`)
  await tx.execute(sql`release savepoint step`)
}

describe('the webhook refuses', () => {
  const good = () => JSON.stringify(event('customer.created', 1, { id: 'ctm_1' }))
  const post = (payload: string | Buffer, signature: string | undefined, to = app) =>
    to.inject({
      method: 'POST',
      url: '/api/paddle/webhooks',
      payload,
      headers: {
        'content-type': 'application/json',
        ...(signature !== undefined && { 'paddle-signature': signature }),
      },
    })
  const signed = (payload: string | Buffer, to = app) => post(payload, signatureOf(payload, world.clock.now), to)
  const later = (ms: number) => new Date(world.clock.now.getTime() + ms)

  test.each([
    ['no signature', () => undefined, 400],
    ['a malformed one', () => 'h1=abc', 400],
    ['a wrong secret', (body: string) => signatureOf(body, world.clock.now, 'pdl_other'), 401],
    ['a signature of another body', () => signatureOf('{}', world.clock.now), 401],
    ['an old signature', (body: string) => signatureOf(body, later(-360_000)), 401],
    ['one from the future', (body: string) => signatureOf(body, later(3_600_000)), 401],
  ])('%s', async (_what, header, status) => {
    const body = good()
    const answer = await post(body, header(body))
    expect([answer.statusCode, await outcomes()]).toEqual([status, []])
    expect(answer.body).not.toContain(account.webhookSecrets[0])
  })

  test('no signature by the former secret, during a rotation', async () => {
    const body = good()
    expect((await post(body, signatureOf(body, world.clock.now, account.webhookSecrets[1]))).statusCode).toBe(200)
  })

  test.each<[string, string | Buffer, number]>([
    ['5 MB', `"${'x'.repeat(5_000_000)}"`, 413],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 400],
    ['no JSON', '{"event_id":', 400],
    ['nothing', '', 400],
    ['JSON that is no event', '[1, 2]', 400],
    ['a subscription without items', JSON.stringify(event('subscription.updated', 1, { id: 'sub_1' })), 400],
  ])('%s', async (_what, payload, status) => {
    expect([(await signed(payload)).statusCode, await outcomes()]).toEqual([status, []])
  })

  test('everything while billing is off', async () => {
    const off = await appOf({ ...world.ctx, billing: 'off', paddle: null })
    expect((await signed(good(), off)).statusCode).toBe(404)
    await off.close()
  })

  test('events with 503 while the database is down, so that they are sent again', async () => {
    const gone = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1 })
    const down = await appOf({ ...world.ctx, db: gone })
    expect((await signed(good(), down)).statusCode).toBe(503)
    await down.close()
    await gone.close()
  })
})

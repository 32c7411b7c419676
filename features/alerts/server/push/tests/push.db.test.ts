import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { call, create, jobTransaction, type Person, password, seedOpportunity } from '#tests/support/seed-data.ts'
import type { AlertDelivery } from '../../../contract-deliveries.ts'
import { sendDeliveries } from '../../destinations/send-deliveries.ts'
import {
  ann,
  app,
  ctx,
  dialed,
  openWebhooks,
  project,
  receiver,
  run,
  world,
} from '../../destinations/tests/webhook-scene.ts'
import { runAlerts } from '../../evaluate-alerts.ts'
import { newBrowser, type TestBrowser } from '../factories.ts'
import { decrypted, signedBy } from './push-receiver.ts'

openWebhooks()

const minute = 60_000
const hour = 60 * minute
const hot = { label: 3 as const, score: 81 }
const laptop = newBrowser('https://push.pipewell.com/laptop')
const phone = newBrowser('https://push.pipewell.com/phone')

/** Signs in once more, as in another browser. */
async function signInAgain(): Promise<Person> {
  const payload = { identifier: ann.email, password }
  const { jwt } = (await app.inject({ method: 'POST', url: '/api/auth/local', payload })).json()
  return { ...ann, jwt, headers: { authorization: `Bearer ${jwt}` } }
}

const turnOn = (person: Person, { subscription }: TestBrowser) =>
  create(app, person, 'push-browsers', { ...subscription })

async function pushRule(values: Record<string, unknown> = {}): Promise<string> {
  return (await create(app, ann, 'alert-rules', { project, name: 'Mine', channel: 'push', ...values })).id
}

async function log(): Promise<AlertDelivery[]> {
  return (await call(app, ann, 'GET', `projects/${project}/alert-deliveries`)).json().data
}

async function browsers(person = ann): Promise<{ current: boolean; device: string }[]> {
  return (await call(app, person, 'GET', 'push-browsers')).json().data.browsers
}

function pathsOf(): string[] {
  return receiver.received.map(({ path }) => path).sort()
}

beforeEach(() => receiver.answers(201))

describe('a recipient with two browsers', () => {
  let other: Person
  beforeEach(async () => {
    other = await signInAgain()
    await turnOn(ann, laptop)
    await turnOn(other, phone)
  })

  test('gets a new lead in both, encrypted and signed', async () => {
    await pushRule()
    const { key } = (await call(app, ann, 'GET', 'push-browsers')).json().data
    const id = await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(pathsOf()).toEqual(['/laptop', '/phone'])
    const [{ id: delivery, ...entry } = {} as AlertDelivery] = await log()
    expect(entry).toMatchObject({ channel: 'push', state: 'sent', finds: 1, reason: null, user: { email: ann.email } })
    for (const message of receiver.received) {
      expect(decrypted(message, message.path === '/laptop' ? laptop : phone)).toEqual({
        title: 'Pipewell: New lead in r/Welding',
        body: expect.any(String),
        path: `/app/opportunities?lead=${id}`,
        tag: delivery,
      })
      expect(() => decrypted(message, message.path === '/laptop' ? phone : laptop)).toThrow()
      expect(message.headers).toMatchObject({
        ...{ host: 'push.pipewell.com', 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'high' },
        topic: delivery.replaceAll('-', ''),
      })
      expect(await signedBy(message, key, ctx.now())).toEqual({
        ...{ aud: 'https://push.pipewell.com', sub: 'https://localhost:3000' },
        exp: Math.floor(ctx.now().getTime() / 1_000) + 12 * 3_600,
      })
    }
    expect(world.mails).toEqual([])
  })

  test('gets each message once, whatever crashes', async () => {
    await pushRule()
    await seedOpportunity(world.ctx, project, hot)
    const kills = await killAtEachMoment(
      ctx,
      async (process) => {
        await runAlerts(process)
        await sendDeliveries(process)
      },
      () => world.clock.advance(3 * minute),
    )
    expect(kills).toBeGreaterThan(20)
    await run()
    // Messages with the same topic and tag replace each other.
    expect(new Set(receiver.received.map(({ path, headers }) => `${path} ${headers.topic}`)).size).toBe(2)
    expect(await log()).toMatchObject([{ state: 'sent', finds: 1 }])
    const before = receiver.received.length
    world.clock.advance(24 * hour)
    await run()
    expect(receiver.received).toHaveLength(before)
  })

  test('gets it in one again that failed, and only there', async () => {
    await pushRule()
    await seedOpportunity(world.ctx, project, hot)
    receiver.respond = (response, { path }) => void response.writeHead(path === '/phone' ? 500 : 201).end()
    await run()
    expect(await log()).toMatchObject([{ state: 'deferred', reason: 'The push service answered 500.' }])
    receiver.answers(201)
    world.clock.advance(5_000)
    await run()
    expect(pathsOf()).toEqual(['/laptop', '/phone', '/phone'])
    expect(await log()).toMatchObject([{ state: 'sent', reason: null, finds: 1 }])
  })

  test('loses one that answers 404, and still gets it in the other', async () => {
    await pushRule()
    await seedOpportunity(world.ctx, project, hot)
    receiver.respond = (response, { path }) => void response.writeHead(path === '/phone' ? 404 : 201).end()
    await run()
    expect(await log()).toMatchObject([{ state: 'sent' }])
    expect([await browsers(ann), await browsers(other)]).toMatchObject([[{ current: true }], [{ current: false }]])
  })
})

describe('a recipient with one browser', () => {
  beforeEach(() => turnOn(ann, laptop))

  test.each<[number, Record<string, string>, Partial<AlertDelivery>]>([
    [410, {}, { state: 'refused', reason: 'The browser no longer accepts notifications.', dueAt: null }],
    [413, {}, { state: 'refused', reason: 'The push service answered 413.', dueAt: null }],
    [500, {}, { state: 'deferred', reason: 'The push service answered 500.', dueAt: '2026-11-20T12:00:05.000Z' }],
    [
      429,
      { 'retry-after': '90' },
      { state: 'deferred', reason: 'The push service asked to wait (429).', dueAt: '2026-11-20T12:01:30.000Z' },
    ],
  ])('whose push service answers %i', async (status, headers, entry) => {
    await pushRule()
    await seedOpportunity(world.ctx, project, hot)
    receiver.answers(status, '', headers)
    await run()
    expect(await log()).toMatchObject([entry])
    expect(await browsers()).toHaveLength(status === 410 ? 0 : 1)
    expect(receiver.received).toHaveLength(1)
  })

  test('whose push service hangs up for good gets nothing after eight attempts', async () => {
    await pushRule()
    await seedOpportunity(world.ctx, project, hot)
    receiver.respond = (response) => void response.destroy()
    for (let count = 0; count < 10; count++) {
      await run()
      world.clock.advance(10 * hour)
    }
    expect(receiver.received).toHaveLength(8)
    expect(await log()).toMatchObject([{ state: 'refused', reason: "The push service couldn't be reached." }])
  })

  test('gets several leads as one notification, and a digest with less urgency', async () => {
    await pushRule({ rhythm: 'hourly' })
    for (let count = 0; count < 3; count++) await seedOpportunity(world.ctx, project, hot)
    await runAlerts(ctx)
    world.clock.advance(hour)
    await run()
    const [message] = receiver.received
    expect(message?.headers).toMatchObject({ urgency: 'normal', ttl: '86400' })
    expect(decrypted(message!, laptop)).toMatchObject({
      ...{ title: 'Pipewell: 3 new leads', path: '/app/opportunities' },
    })
  })

  test('gets nothing that was decided on, or that the rule no longer sends', async () => {
    const rule = await pushRule()
    const lead = await seedOpportunity(world.ctx, project, hot)
    await runAlerts(ctx)
    await jobTransaction(ctx, (tx) => tx.execute(sql`update opportunity set state = 'replied' where id = ${lead}`))
    await sendDeliveries(ctx)
    expect(await log()).toMatchObject([{ state: 'refused', reason: expect.stringContaining('Nothing left') }])
    await seedOpportunity(world.ctx, project, hot)
    await runAlerts(ctx)
    await call(app, ann, 'PUT', `alert-rules/${rule}`, { quietHours: { from: '00:00', to: '23:00' } })
    await sendDeliveries(ctx)
    expect((await log())[0]).toMatchObject({ state: 'deferred', reason: 'Quiet hours.' })
    await call(app, ann, 'PUT', `alert-rules/${rule}`, { recipients: [], quietHours: null })
    world.clock.advance(24 * hour)
    await run()
    expect((await log())[0]).toMatchObject({ state: 'refused', reason: expect.stringContaining('unsubscribed') })
    expect(receiver.received).toEqual([])
  })

  test('gets a sample', async () => {
    const rule = await pushRule()
    const sample = (await call(app, ann, 'POST', `alert-rules/${rule}/sample`)).json().data
    expect(sample).toMatchObject({ channel: 'push', sample: true, state: 'queued' })
    await run()
    expect(decrypted(receiver.received[0]!, laptop).title).toBe('Sample: Pipewell: A new lead')
    expect(await log()).toMatchObject([{ sample: true, state: 'sent' }])
  })

  test('gets a test at once', async () => {
    const [{ id } = { id: '' }] = (await browsers()) as unknown as { id: string }[]
    const tested = () => call(app, ann, 'POST', `push-browsers/${id}/test`)
    expect((await tested()).json().data).toEqual({ sent: true, reason: null })
    expect(decrypted(receiver.received[0]!, laptop).title).toBe('Earshot: test notification')
    receiver.answers(410)
    expect((await tested()).json().data).toEqual({
      ...{ sent: false, reason: 'The browser no longer accepts notifications.' },
    })
    expect((await tested()).statusCode).toBe(404)
  })

  test('gets nothing once the session has ended', async () => {
    await pushRule()
    const other = await signInAgain()
    await turnOn(other, phone)
    const device = 'select count(*)::int as count from push_subscription'
    const count = async () => (await jobTransaction(ctx, (tx) => tx.execute<{ count: number }>(sql.raw(device)))).rows
    expect(await count()).toEqual([{ count: 2 }])
    await app.inject({ method: 'POST', url: '/api/auth/logout', headers: other.headers })
    expect(await count()).toEqual([{ count: 1 }])
    world.clock.advance(400 * 24 * hour)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(receiver.received).toEqual([])
    const { rows } = await jobTransaction(ctx, (tx) => tx.execute(sql`select state, reason from delivery`))
    expect(rows).toEqual([{ state: 'refused', reason: "The recipient hasn't turned on notifications in any browser." }])
  })

  test('turns it off', async () => {
    const [{ id } = { id: '' }] = (await browsers()) as unknown as { id: string }[]
    expect((await call(app, ann, 'DELETE', `push-browsers/${id}`)).statusCode).toBe(204)
    expect((await call(app, ann, 'DELETE', `push-browsers/${id}`)).statusCode).toBe(404)
    expect(await browsers()).toEqual([])
  })
})

test('a recipient without a browser gets nothing, and the log says why', async () => {
  const rule = await pushRule()
  await seedOpportunity(world.ctx, project, hot)
  await run()
  expect(await log()).toMatchObject([
    { state: 'refused', reason: "The recipient hasn't turned on notifications in any browser." },
  ])
  const sample = await call(app, ann, 'POST', `alert-rules/${rule}/sample`)
  expect([sample.statusCode, sample.json().error.message]).toEqual([
    409,
    'Turn on notifications in your notification settings first.',
  ])
})

test('a browser that another session turns on belongs to that session', async () => {
  await turnOn(ann, laptop)
  const other = await signInAgain()
  await turnOn(other, laptop)
  expect([await browsers(ann), await browsers(other)]).toMatchObject([[{ current: false }], [{ current: true }]])
  await turnOn(other, laptop)
  expect(await browsers(other)).toHaveLength(1)
})

test("endpoints that aren't public, and keys that aren't a browser's, are refused", async () => {
  const { keys } = laptop.subscription
  for (const [changes, message] of [
    [{ endpoint: 'http://push.pipewell.com/a' }, 'endpoint must be an https URL'],
    [{ endpoint: 'https://10.0.0.5/a' }, 'endpoint belongs to a private network'],
    [{ endpoint: 'https://localhost/a' }, 'endpoint belongs to a private network'],
    [{ keys: { ...keys, auth: 'AAAA' } }, 'keys must be those of a browser'],
    [{ keys: { ...keys, p256dh: keys.auth } }, 'keys must be those of a browser'],
  ] as const) {
    const answer = await call(app, ann, 'POST', 'push-browsers', { ...laptop.subscription, ...changes })
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)])
  }
})

test('a name that resolves to a private address is not dialed', async () => {
  const { id } = await turnOn(ann, newBrowser('https://inside.com/a'))
  expect((await call(app, ann, 'POST', `push-browsers/${id}/test`)).json().data).toEqual({
    ...{ sent: false, reason: 'The address belongs to a private network.' },
  })
  expect(dialed).toEqual([])
})

test('the key pair is made once, and again when the secret was forgotten', async () => {
  const keyOf = async () => (await call(app, ann, 'GET', 'push-browsers')).json().data.key as string
  const made = await Promise.all([keyOf(), keyOf(), keyOf()])
  expect(new Set(made).size).toBe(1)
  expect(Buffer.from(made[0] ?? '', 'base64url')).toHaveLength(65)
  await turnOn(ann, laptop)
  const { rows } = await jobTransaction(ctx, (tx) =>
    tx.execute(sql`select k.*, s.* from push_key k, push_subscription s`),
  )
  expect(JSON.stringify(rows)).not.toMatch(/laptop|p256dh/)
  await pushRule()
  await seedOpportunity(world.ctx, project, hot)
  const before = [...ctx.secrets]
  ctx.secrets = ['another-secret-of-the-test-world-32b']
  await run()
  expect((await log())[0]?.reason).toBe('The server secret has changed. Turn on notifications in the browser again.')
  ctx.secrets = before
  await ask(world.url, `update push_key set private_sealed = '1.gone.AA'`)
  expect(await keyOf()).not.toBe(made[0])
  expect(await browsers()).toEqual([])
})

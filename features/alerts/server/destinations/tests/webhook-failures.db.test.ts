import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { asJob } from '#tests/support/leads.ts'
import { call, jobTransaction, seedOpportunity } from '#tests/support/seed-data.ts'
import { runAlerts } from '../../evaluate-alerts.ts'
import { sendDeliveries } from '../send-deliveries.ts'

const minute = 60_000
const hour = 60 * minute

import {
  addHook,
  ann,
  app,
  ctx,
  dialed,
  hookWithRule,
  log,
  openWebhooks,
  project,
  read,
  receiver,
  run,
  world,
} from './webhook-scene.ts'

openWebhooks()

const hot = { label: 3 as const, score: 81 }

describe('a message is given up', () => {
  test('after its last attempt, and can be replayed', async () => {
    const { id } = await hookWithRule()
    receiver.answers(503)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    for (let count = 0; count < 7; count++) {
      world.clock.advance(10 * hour)
      await run()
    }
    expect(receiver.received).toHaveLength(8)
    const [given] = await log(id)
    expect([given?.state, given?.reason]).toEqual(['refused', 'The endpoint answered 503.'])
    world.clock.advance(24 * hour)
    await run()
    expect(receiver.received).toHaveLength(8)
    receiver.answers(200)
    await call(app, ann, 'POST', `destinations/${id}/replay`, { delivery: given?.id })
    await run()
    expect(await log(id)).toMatchObject([{ state: 'sent' }])
  })

  test('once its post is deleted on Reddit', async () => {
    const { id } = await hookWithRule()
    receiver.answers(500)
    const lead = await seedOpportunity(world.ctx, project, hot)
    await run()
    const { rows } = await jobTransaction(ctx, (tx) =>
      tx.execute<{ outside: string }>(sql`
        select p.outside_id as outside from opportunity o join post p on p.id = o.post_id where o.id = ${lead}`),
    )
    await forgetPost(asJob(ctx), { source: 1, kind: 'post', outsideId: rows[0]!.outside }, 'deleted')
    world.clock.advance(5 * minute)
    await run()
    expect(receiver.received).toHaveLength(1)
    expect(await log(id)).toMatchObject([{ state: 'refused', reason: expect.stringContaining('Nothing left') }])
  })

  const cases: [string, string, (hook: string, rule: string) => Promise<unknown>][] = [
    [
      'when the webhook is paused',
      'It is paused.',
      (hook) => call(app, ann, 'PUT', `destinations/${hook}`, { status: 'paused' }),
    ],
    [
      'when the webhook is removed from the rule',
      'It was removed from the rule.',
      (_, rule) => call(app, ann, 'PUT', `alert-rules/${rule}`, { destinations: [] }),
    ],
    [
      'when the rule is paused',
      'The rule is paused.',
      (_, rule) => call(app, ann, 'PUT', `alert-rules/${rule}`, { status: 'paused' }),
    ],
    [
      'without a plan',
      'The project has no active plan.',
      async () => {
        ctx.billing = 'paddle'
      },
    ],
    [
      'when the server has another secret',
      'The server secret has changed. Add it again.',
      async () => {
        ctx.secrets = ['another-secret-of-the-test-world-32b']
      },
    ],
  ]
  test.each(cases)('%s', async (_, reason, change) => {
    const { id } = await hookWithRule()
    const rule = (await call(app, ann, 'GET', 'alert-rules?populate=destinations')).json().data[0]
    expect(rule.destinations).toMatchObject([{ id, name: 'Zap', host: 'tidewell.com' }])
    await seedOpportunity(world.ctx, project, hot)
    await runAlerts(ctx)
    await change(id, rule.id)
    await sendDeliveries(ctx)
    ctx.billing = 'off'
    expect(receiver.received).toEqual([])
    expect(await log(id)).toMatchObject([{ state: 'refused', reason, attempts: [] }])
  })
})

describe('a webhook is disabled', () => {
  test('after five days of failures, with a mail, until it is enabled again', async () => {
    const { id } = await hookWithRule()
    receiver.answers(500)
    for (let day = 0; day <= 5; day++) {
      await seedOpportunity(world.ctx, project, hot)
      await run()
      world.clock.advance(24 * hour)
    }
    expect(await read(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'Every attempt failed for five days.',
      failingSince: '2026-11-20T12:00:00.000Z',
    })
    expect(world.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.com', 'Pipewell: no more alerts to “Zap”'],
    ])
    const before = receiver.received.length
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(receiver.received).toHaveLength(before)
    expect((await log(id))[0]?.reason).toBe('It is disabled.')
    receiver.answers(200)
    await call(app, ann, 'PUT', `destinations/${id}`, { status: 'active' })
    expect(await read(id)).toMatchObject({ status: 'active', disabledReason: null, failingSince: null })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect((await log(id))[0]?.state).toBe('sent')
  })

  test('at once when it answers 410', async () => {
    const { id } = await hookWithRule()
    receiver.answers(410)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await read(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'The endpoint answered 410: it is gone.',
    })
    expect(await log(id)).toMatchObject([{ state: 'refused', reason: 'The endpoint answered 410.' }])
    expect(world.mails).toHaveLength(1)
  })
})

describe('the guard', () => {
  test('does not follow a redirect to a private address', async () => {
    const { id } = await hookWithRule()
    receiver.answers(302, '', { location: 'https://inside.com/' })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await log(id)).toMatchObject([{ reason: "The endpoint answered 302. Redirects aren't followed." }])
    expect(dialed).toEqual(['127.0.0.1'])
  })

  test('does not connect to a name that resolves to a private address', async () => {
    const { id } = await addHook('https://inside.com/hook')
    await call(app, ann, 'POST', `destinations/${id}/test`)
    await run()
    expect(await log(id)).toMatchObject([
      { state: 'refused', reason: 'The address belongs to a private network.', attempts: [{ status: null }] },
    ])
    expect(dialed).toEqual([])
  })

  test.each([
    ['http://tidewell.com/', 'https URL'],
    ['https://tidewell.com:8443/', 'https URL'],
    ['https://user:pw@tidewell.com/', 'https URL'],
    ['tidewell.com', 'https URL'],
    ['https://127.0.0.1/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://localhost/', 'private network'],
    ['https://printer.local/', 'private network'],
  ])('refuses the address %s', async (address, message) => {
    const answer = await call(app, ann, 'POST', 'destinations', { project, name: 'Bad', address })
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('leaves an endpoint that hangs up to the next attempt', async () => {
    const { id } = await hookWithRule()
    receiver.respond = (response) => void response.destroy()
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(await log(id)).toMatchObject([{ state: 'deferred', reason: "The endpoint couldn't be reached." }])
  })
})

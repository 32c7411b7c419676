import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { killAtEachMoment } from '#tests/support/faults.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  jobTransaction,
  seedMention,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { DestinationDelivery } from '../../../contract-deliveries.ts'
import { runAlerts } from '../../evaluate-alerts.ts'
import { runStageAlerts } from '../../stages/stage-alerts.ts'
import { sendDeliveries } from '../send-deliveries.ts'
import { type Message, verified } from './webhook-receiver.ts'

const second = 1_000
const minute = 60_000
const hour = 60 * minute

import {
  addHook,
  ann,
  app,
  ctx,
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

describe('a webhook receives', () => {
  // The specification's library compares timestamps with the real clock.
  beforeEach(() => {
    world.clock.now = new Date()
  })

  test('a new lead, signed by the specification', async () => {
    const { secret } = await hookWithRule()
    const id = await seedOpportunity(world.ctx, project, hot)
    await run()
    const [message] = receiver.received
    expect(message?.headers).toMatchObject({ 'content-type': 'application/json', host: 'tidewell.com' })
    const { type, data } = verified(message, secret)
    expect([type, data.count, data.rule?.name]).toEqual(['lead.new', 1, 'Mine'])
    expect(data.finds).toMatchObject([
      {
        ...{ id, kind: 'lead', subreddit: 'Welding', chance: 81, label: 3 },
        links: {
          earshot: `http://localhost:3000/app/opportunities?lead=${id}`,
          reddit: expect.stringContaining('https://www.reddit.com/r/Welding/'),
        },
      },
    ])
    expect(world.mails).toEqual([])
    const forged = { ...message, body: message?.body.replace('81', '99') } as Message
    expect(() => verified(forged, secret)).toThrow('No matching signature found')
  })

  test('people who change their stage, each change once, and none who was deleted since', async () => {
    const { secret } = await hookWithRule({ kind: 'personStage' })
    const mara = await create(app, ann, 'people', { project, handle: 'mara', value: 500, currency: 'EUR' })
    const nils = await create(app, ann, 'people', { project, handle: 'nils' })
    for (const { id } of [mara, nils]) await call(app, ann, 'PUT', `people/${id}`, { stage: 'qualified' })
    await call(app, ann, 'DELETE', `people/${nils.id}`)
    await Promise.all([runStageAlerts(ctx), runStageAlerts(ctx)])
    await run()
    await call(app, ann, 'PUT', `people/${mara.id}`, { tags: ['hot'] })
    await runStageAlerts(ctx)
    await run()
    expect(receiver.received).toHaveLength(1)
    const { type, data } = verified(receiver.received[0], secret)
    const at = world.clock.now.toISOString()
    const person = { ...{ id: mara.id, handle: 'mara', from: 'new', to: 'qualified' }, value: 500, currency: 'EUR' }
    expect([type, data.count, data.events]).toEqual([
      'person.stage',
      1,
      [
        {
          ...{ subject: 'u/mara is in Qualified', text: 'ann moved u/mara from New to Qualified.' },
          ...{ path: `/app/crm?person=${mara.id}`, person: { ...person, by: 'ann@example.com', at } },
        },
      ],
    ])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a mention', { kind: 'mention' }, 'mention.new'],
    ['a digest', { kind: 'mention', rhythm: 'daily' }, 'alert.digest'],
  ])('%s', async (_, rule, type) => {
    const { secret } = await hookWithRule(rule)
    await seedMention(world.ctx, project)
    await run()
    if (type === 'alert.digest') {
      expect(receiver.received).toEqual([])
      await jobTransaction(ctx, (tx) => tx.execute(sql`update delivery set due_at = ${world.clock.now.toISOString()}`))
      await run()
    }
    expect(verified(receiver.received[0], secret)).toMatchObject({ type, data: { finds: [{ kind: 'mention' }] } })
  })

  test('a test, which is tried once', async () => {
    const { id, secret } = await addHook()
    receiver.answers(500, 'broken')
    expect((await call(app, ann, 'POST', `destinations/${id}/test`)).json().data).toMatchObject({ state: 'queued' })
    await run()
    expect(await log(id)).toMatchObject([
      {
        ...{ sample: true, rule: null, state: 'refused', reason: 'The endpoint answered 500.' },
        attempts: [{ status: 500, response: 'broken' }],
      },
    ])
    expect(verified(receiver.received[0], secret)).toMatchObject({ type: 'test', data: { count: 0 } })
    expect((await read(id)).failingSince).toBeNull()
  })

  test('signatures by both secrets for a day after a rotation', async () => {
    const { id, secret: former } = await hookWithRule()
    const { secret, rotationEndsAt } = (await call(app, ann, 'POST', `destinations/${id}/secret`)).json().data
    expect(rotationEndsAt).toBe(new Date(world.clock.now.getTime() + 24 * hour).toISOString())
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const [first] = receiver.received
    expect(String(first?.headers['webhook-signature']).split(' ')).toHaveLength(2)
    expect([verified(first, former).type, verified(first, secret).type]).toEqual(['lead.new', 'lead.new'])
    await jobTransaction(ctx, (tx) =>
      tx.execute(sql`update destination set rotation_ends_at = ${world.clock.now.toISOString()}`),
    )
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(() => verified(receiver.received[1], former)).toThrow('No matching signature found')
    expect(verified(receiver.received[1], secret).type).toBe('lead.new')
  })
})

describe('a message is delivered', () => {
  test('once for a receiver that drops repeated IDs, whatever crashes', async () => {
    const { id } = await hookWithRule()
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
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await log(id)).toMatchObject([{ state: 'sent', finds: 1 }])
  })

  test('once by several workers', async () => {
    await hookWithRule()
    for (let count = 0; count < 3; count++) await seedOpportunity(world.ctx, project, hot)
    await runAlerts(ctx)
    await Promise.all([sendDeliveries(ctx), sendDeliveries(ctx), sendDeliveries(ctx)])
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '').data.count).toBe(3)
  })

  test('after an hour of errors, and the log has each attempt', async () => {
    const { id } = await hookWithRule()
    receiver.answers(500, 'x'.repeat(5_000))
    await seedOpportunity(world.ctx, project, hot)
    await run()
    for (const wait of [5 * second, 5 * minute, 30 * minute]) {
      world.clock.advance(wait - 1)
      const before = receiver.received.length
      await run()
      expect(receiver.received).toHaveLength(before)
      world.clock.advance(1)
      await run()
    }
    expect(await log(id)).toMatchObject([{ state: 'deferred', reason: 'The endpoint answered 500.' }])
    expect((await read(id)).failingSince).toBe('2026-11-20T12:00:00.000Z')
    receiver.answers(200, 'ok\0')
    world.clock.advance(2 * hour)
    await run()
    const [{ state, attempts } = {} as DestinationDelivery] = await log(id)
    expect([state, attempts.map(({ status }) => status)]).toEqual(['sent', [200, 500, 500, 500, 500]])
    expect(attempts.map(({ response }) => response.length)).toEqual([2, 1_024, 1_024, 1_024, 1_024])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await read(id)).failingSince).toBeNull()
  })

  test('again on request, with the same ID', async () => {
    const { id } = await hookWithRule()
    const lead = await seedOpportunity(world.ctx, project, hot)
    await run()
    const [{ id: message } = { id: '' }] = await log(id)
    await jobTransaction(ctx, (tx) => tx.execute(sql`update opportunity set state = 'replied' where id = ${lead}`))
    const again = () => call(app, ann, 'POST', `destinations/${id}/replay`, { delivery: message })
    expect((await again()).json().data.state).toBe('queued')
    expect((await again()).statusCode).toBe(409)
    await run()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([message, message])
    expect((await log(id))[0]?.attempts).toHaveLength(2)
    expect(await auditOf(ctx, project)).toContain(`user:${ann.id} delivery.replay`)
  })
})

describe('secrets and rights', () => {
  test('only the first response has the secret, and nothing has the address', async () => {
    const { id, secret } = await addHook()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await call(app, ann, 'POST', `destinations/${id}/test`)
    await run()
    const answers = [JSON.stringify(await read(id)), JSON.stringify(await log(id))]
    const { rows } = await jobTransaction(ctx, (tx) => tx.execute(sql`select d.*, e.* from destination d, delivery e`))
    for (const text of [...answers, JSON.stringify(rows), world.logged.join('\n')]) {
      expect(text).not.toContain(secret.slice(6))
      expect(text).not.toContain('key=k1')
    }
  })

  test('members read webhooks, and only owners and admins change them or read their log', async () => {
    const { id } = await addHook()
    const eve = await signUp(app, 'eve@example.com')
    await addMember(world.ctx, project, eve, 'member')
    const requests = [
      ['GET', `destinations/${id}`],
      ['POST', 'destinations', { project, name: 'Mine', address: 'https://tidewell.com/' }],
      ['PUT', `destinations/${id}`, { name: 'Mine' }],
      ['POST', `destinations/${id}/secret`],
      ['POST', `destinations/${id}/test`],
      ['GET', `destinations/${id}/deliveries`],
      ['DELETE', `destinations/${id}`],
    ] as const
    const answers = []
    for (const [method, path, data] of requests) answers.push((await call(app, eve, method, path, data)).statusCode)
    expect(answers).toEqual([200, 403, 403, 403, 403, 403, 403])
  })

  test("a rule can't tell another project's webhook, and a webhook takes its log with it", async () => {
    const bob = await signUp(app, 'bob@example.com')
    const bobs = await setUpProject(app, bob, { name: 'Brewbook', keywords: [] })
    const { id } = await hookWithRule()
    const data = { project: bobs, name: 'Spy', destinations: [id] }
    const answer = await call(app, bob, 'POST', 'alert-rules', data)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      'destinations must belong to the same project',
    ])
    expect((await call(app, bob, 'GET', `destinations/${id}/deliveries`)).statusCode).toBe(404)
    const { id: other } = await create(app, bob, 'destinations', {
      project: bobs,
      name: 'Own',
      address: 'https://a.com',
    })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const [{ id: delivery } = { id: '' }] = await log(id)
    expect((await call(app, bob, 'POST', `destinations/${other}/replay`, { delivery })).statusCode).toBe(400)
    await call(app, ann, 'DELETE', `destinations/${id}`)
    const { rows } = await jobTransaction(ctx, (tx) => tx.execute(sql`select id from delivery`))
    expect(rows).toEqual([])
  })
})

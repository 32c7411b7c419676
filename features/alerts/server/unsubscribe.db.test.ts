import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { runAlerts } from './evaluate-alerts.ts'

const hour = 3_600_000

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(async () => {
  await world.restart()
  ctx = actingAs(world.ctx, { kind: 'job', name: 'alerts' })
  ann = await signUp(app, 'ann@example.com')
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann, { keywords: [] })
  await jobTransaction(ctx, (tx) => tx.execute(sql`delete from alert_rule`))
  await world.drain()
  world.mails.length = 0
})
afterAll(() => world.close())

async function run(): Promise<void> {
  await runAlerts(ctx)
  await world.drain()
}

const addRule = (data: object = {}) => create(app, ann, 'alert-rules', { project, name: 'Mine', ...data })

/** The alerts that were mailed, without account mails. */
const alerts = () => world.mails.filter(({ subject }) => !subject.startsWith('Confirm'))

const hot = { label: 3 as const, score: 81 }

describe('unsubscribing', () => {
  const path = () => new URL(world.mails.at(-1)?.unsubscribeUrl ?? '').pathname
  const oneClick = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  test('stops the mails of one rule to one person, with one click and without a session', async () => {
    const eve = await signUp(app, 'eve@example.com')
    await addMember(world.ctx, project, eve, 'member')
    await confirmAddress(world.url, eve)
    await addRule({ recipients: [ann.id, eve.id] })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const anns = new URL(world.mails.find(({ to }) => to === ann.email)?.unsubscribeUrl ?? '').pathname
    const shown = await app.inject({ url: anns })
    expect([shown.statusCode, shown.body.includes('<button type="submit">Unsubscribe</button>')]).toEqual([200, true])
    const answer = await oneClick(anns)
    expect([answer.statusCode, answer.body.includes('You&#39;re unsubscribed')]).toEqual([200, true])
    expect((await oneClick(anns)).statusCode).toBe(200)
    world.mails.length = 0
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(alerts().map(({ to }) => to)).toEqual(['eve@example.com'])
  })

  test('by opening the page changes nothing, and an unknown key is refused', async () => {
    await addRule()
    await seedOpportunity(world.ctx, project, hot)
    await run()
    await app.inject({ url: path() })
    await app.inject({ method: 'HEAD', url: path() })
    expect((await oneClick(`/unsubscribe/${'k'.repeat(43)}`)).statusCode).toBe(404)
    await seedOpportunity(world.ctx, project, hot)
    await run()
    expect(alerts()).toHaveLength(2)
  })

  test('between writing and sending a digest stops it', async () => {
    await addRule()
    await seedOpportunity(world.ctx, project, hot)
    await run()
    const url = path()
    const [rule] = (await jobTransaction(ctx, (tx) => tx.execute<{ id: string }>(sql`select id from alert_rule`))).rows
    await call(app, ann, 'PUT', `alert-rules/${rule?.id}`, { rhythm: 'daily' })
    await seedOpportunity(world.ctx, project, hot)
    await run()
    await oneClick(url)
    world.clock.advance(24 * hour)
    await run()
    expect(alerts()).toHaveLength(1)
  })
})

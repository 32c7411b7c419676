import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Actor, actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { call, type Person, seedPurchase, seedSubscription, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { countMessage, returnCredit, spendCredit } from '../index.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
const start = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  world.ctx.billing = 'paddle'
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = start
  project = await setUpProject(app, ann)
})
afterEach(() => ask(world.url, 'delete from throttle'))

const anns = (): Ctx => {
  const memberships = [{ projectId: project, role: 'owner' }] as const
  const actor: Actor = { kind: 'user', userId: ann.id, sessionId: world.ctx.id(), memberships }
  return actingAs(world.ctx, actor)
}
const spend = (amount = 1, note = 'Reply') =>
  transaction(anns(), (tx) => spendCredit(anns(), tx, { projectId: project, amount, note }))
const giveBack = (entryId: string) =>
  transaction(anns(), (tx) => returnCredit(anns(), tx, { projectId: project, entryId, note: 'Failed' }))
const count = () => transaction(anns(), (tx) => countMessage(anns(), tx, { projectId: project }))

interface Entry {
  kind: string
  amount: number
  left: number
  note: string
  createdAt: string
}
const entries = async (): Promise<Entry[]> =>
  (await call(app, ann, 'GET', `projects/${project}/credit-entries`)).json().data
/** Returns the ledger, oldest first, such as `granted +100 = 100`. */
const ledger = async () =>
  (await entries()).toReversed().map(({ kind, amount, left }) => `${kind} ${amount > 0 ? '+' : ''}${amount} = ${left}`)
const usage = async (what: string) => {
  const { data } = (await call(app, ann, 'GET', `projects/${project}/usage`)).json()
  return data.find((each: { what: string }) => each.what === what)
}
const startup = () => seedSubscription(world.ctx, project, { mainProductId: 'pro_startup', mainProductName: 'Startup' })
const upgrade = (plan: string) =>
  ask(world.url, 'update subscription set main_product_id = $2 where project_id = $1', [project, `pro_${plan}`])

describe('suggestion credits', () => {
  test('are granted for a period, spent, and returned once, and each change is listed', async () => {
    await startup()
    const entry = await spend(3, 'Reply to a post')
    await spend()
    await giveBack(entry!)
    await giveBack(entry!)
    expect(await ledger()).toEqual(['granted +100 = 100', 'spent -3 = 97', 'spent -1 = 96', 'returned +3 = 99'])
    expect((await entries())[2]).toMatchObject({ note: 'Reply to a post' })
    expect(await usage('commentSuggestionCredits')).toMatchObject({
      ...{ used: 1, limit: 100, held: 0 },
      renewsAt: '2026-12-20T00:00:00.000Z',
    })
  })

  test('are announced once when they are spent or returned', async () => {
    await startup()
    const announced = async () =>
      (await ask(world.url, `select id from event where kind = 'billing' and project_id = $1`, [project])).length
    const before = await announced()
    const entry = await spend()
    expect((await announced()) - before).toBe(1)
    await giveBack(entry!)
    await giveBack(entry!)
    expect((await announced()) - before).toBe(2)
    await expect(spend(101)).rejects.toThrow('too few are left')
    expect((await announced()) - before).toBe(2)
  })

  test('are listed before the first one is spent', async () => {
    await startup()
    expect(await ledger()).toEqual(['granted +100 = 100'])
    expect((await entries())[0]!.createdAt).toBe('2026-11-20T00:00:00.000Z')
  })

  test('come back when the transaction that spent them fails', async () => {
    await startup()
    const fails = transaction(anns(), async (tx) => {
      await spendCredit(anns(), tx, { projectId: project, amount: 5, note: '' })
      throw new Error('after all')
    })
    await expect(fails).rejects.toThrow('after all')
    expect(await ledger()).toEqual(['granted +100 = 100'])
  })

  test('are never overspent: of 50 parallel requests for 10 credits, 10 succeed', async () => {
    await startup()
    await spend(90)
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => spend()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refused = outcomes.find((each) => each.status === 'rejected')
    expect(refused?.reason).toMatchObject({
      name: 'ConflictError',
      details: { quota: 'commentSuggestionCredits', limit: 100, renewsAt: '2026-12-20T00:00:00.000Z' },
    })
    expect((await ledger()).at(-1)).toBe('spent -1 = 0')
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 100, limit: 100 })
  })

  test('are granted once, even if the first requests of a period are parallel', async () => {
    await startup()
    await Promise.all(Array.from({ length: 20 }, () => spend()))
    expect((await ledger()).filter((line) => line.startsWith('granted'))).toHaveLength(1)
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 20 })
  })

  test('expire at the end of the period, when new ones are granted', async () => {
    await startup()
    const entry = await spend(30)
    world.clock.now = new Date('2026-12-19T23:59:59Z')
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 30 })
    world.clock.now = new Date('2026-12-20T00:00:00Z')
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 0, renewsAt: '2027-01-20T00:00:00.000Z' })
    await spend()
    await giveBack(entry!)
    expect(await ledger()).toEqual([
      ...['granted +100 = 100', 'spent -30 = 70', 'expired -70 = 0'],
      ...['granted +100 = 100', 'spent -1 = 99'],
    ])
    const expired = (await entries()).find(({ kind }) => kind === 'expired')
    expect(expired?.createdAt).toBe('2026-12-20T00:00:00.000Z')
  })

  test('grow with an upgrade at once, and a downgrade takes none back', async () => {
    await startup()
    await spend(60)
    await upgrade('growth')
    await spend()
    expect((await ledger()).slice(1)).toEqual(['spent -60 = 40', 'granted +200 = 240', 'spent -1 = 239'])
    await upgrade('startup')
    await spend()
    expect((await ledger()).at(-1)).toBe('spent -1 = 238')
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 62, limit: 300 })
  })

  test('of a pass are granted once, and end with it', async () => {
    await seedPurchase(world.ctx, project)
    await spend(10)
    expect(await ledger()).toEqual(['granted +300 = 300', 'spent -10 = 290'])
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 10, renewsAt: null, forecast: null })
    await expect(spend(300)).rejects.toMatchObject({ details: { renewsAt: null } })
    world.clock.advance(72 * 60 * 60 * 1000)
    await expect(spend()).rejects.toMatchObject({ name: 'ConflictError' })
  })

  test('are forecast from a tenth of the period on', async () => {
    await startup()
    await spend(20)
    expect(await usage('commentSuggestionCredits')).toMatchObject({ forecast: null })
    world.clock.now = new Date('2026-12-05T00:00:00Z')
    expect(await usage('commentSuggestionCredits')).toMatchObject({ used: 20, forecast: 40 })
  })

  test('have no limit while billing is off', async () => {
    const free = { ...anns(), billing: 'off' } as const
    const spent = await transaction(free, (tx) => spendCredit(free, tx, { projectId: project, amount: 9999, note: '' }))
    expect(spent).toBeNull()
  })

  test('without a plan are refused', async () => {
    await expect(spend()).rejects.toMatchObject({ name: 'ConflictError', details: { limit: 0, renewsAt: null } })
    expect(await ledger()).toEqual([])
  })
})

describe('direct messages', () => {
  const zone = (timeZone: string) =>
    ask(world.url, 'update project set time_zone = $2 where id = $1', [project, timeZone])

  test('are never overcounted: of 40 parallel ones, the plan allows 30', async () => {
    await startup()
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, count))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(await usage('dailyDMs')).toMatchObject({ used: 30, limit: 30, forecast: null })
  })

  test('renew at midnight in the time zone of the project', async () => {
    await startup()
    await zone('Asia/Tokyo')
    world.clock.now = new Date('2026-11-20T14:59:59Z')
    await count()
    expect(await usage('dailyDMs')).toMatchObject({ used: 1, renewsAt: '2026-11-20T15:00:00.000Z' })
    world.clock.now = new Date('2026-11-20T15:00:00Z')
    expect(await usage('dailyDMs')).toMatchObject({ used: 0, renewsAt: '2026-11-21T15:00:00.000Z' })
  })

  test('stop at once after a downgrade below what was sent', async () => {
    await startup()
    await upgrade('growth')
    await Promise.all(Array.from({ length: 35 }, count))
    await upgrade('startup')
    await expect(count()).rejects.toThrow('Your plan includes 30 direct messages a day')
  })

  test('are refused by a plan without any', async () => {
    await startup()
    await upgrade('pro')
    await expect(count()).rejects.toThrow('Your plan includes no direct messages')
  })

  test('have no limit while billing is off, and are counted', async () => {
    const free = { ...anns(), billing: 'off' } as const
    await transaction(free, (tx) => countMessage(free, tx, { projectId: project }))
    world.ctx.billing = 'off'
    expect(await usage('dailyDMs')).toMatchObject({ used: 1, limit: null })
    world.ctx.billing = 'paddle'
  })
})

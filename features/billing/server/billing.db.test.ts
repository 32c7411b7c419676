import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  call,
  type Person,
  seedPurchase,
  seedSubscription,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
let subscription: string
let agency: string
let purchase: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  project = await setUpProject(app, ann)
  const second = await setUpProject(app, ann)
  const bobs = await setUpProject(app, bob)
  subscription = await seedSubscription(world.ctx, project, { userId: ann.id, status: 'canceled' })
  world.clock.advance(1000)
  const plan = { mainProductId: 'pro_agency', mainProductName: 'Agency (yearly)' }
  agency = await seedSubscription(world.ctx, second, { userId: ann.id, ...plan })
  await seedSubscription(world.ctx, bobs, { userId: bob.id, ...plan })
  purchase = await seedPurchase(world.ctx, project, { userId: ann.id })
  await seedPurchase(world.ctx, bobs)
})

afterAll(() => world.close())

const read = async (path: string, by = ann) => (await call(app, by, 'GET', path)).json()
const ids = async (path: string, by = ann) => (await read(path, by)).data.map(({ id }: { id: string }) => id)

describe('subscriptions', () => {
  test('can be filtered by project, newest first', async () => {
    const { data } = await read(`subscriptions?filters[project][id][$eq]=${project}&sort=createdAt:desc`)
    expect(data).toEqual([
      {
        id: subscription,
        documentId: subscription,
        status: 'canceled',
        scheduledChangeAction: null,
        scheduledChangeEffectiveAt: null,
        mainProductId: 'pro_growth',
        mainProductName: 'Growth',
        billingCycle: null,
        nextBilledAt: null,
        createdAt: '2026-11-20T12:00:00.000Z',
        updatedAt: '2026-11-20T12:00:00.000Z',
        publishedAt: '2026-11-20T12:00:00.000Z',
      },
    ])
  })

  test('can be filtered by user and product name', async () => {
    const query = `filters[user][id][$eq]=${ann.id}&filters[mainProductName][$contains]=Agency&sort=createdAt:desc`
    expect(await ids(`subscriptions?${query}`)).toEqual([agency])
    expect(await ids(`subscriptions?${query.replace('Agency', 'agency')}`)).toEqual([])
  })

  test('exclude those of other users', async () => {
    expect(await ids('subscriptions?sort=createdAt:desc')).toEqual([agency, subscription])
    expect(await ids(`subscriptions?filters[user]=${ann.id}`, bob)).toEqual([])
  })

  test('are returned with payer and project', async () => {
    const { data } = await read(`subscriptions/${subscription}?populate=*`)
    expect(data).toMatchObject({ user: { email: 'ann@example.com' }, project: { id: project } })
  })
})

test('purchases can be filtered by project', async () => {
  expect(await ids(`purchases?filters[project][documentId][$eq]=${project}`)).toEqual([purchase])
  expect(await ids(`purchases?filters[project]=${project}`, bob)).toEqual([])
})

test.each(['subscriptions', 'purchases'])('%s are read-only and reveal nothing about the provider', async (path) => {
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await call(app, ann, method, `${path}/${subscription}`, {})).statusCode).toBe(404)
  }
  expect((await call(app, ann, 'POST', path, { project })).statusCode).toBe(404)
  expect((await read(`${path}?filters[providerId][$startsWith]=s`)).error).toMatchObject({ status: 400 })
  expect(JSON.stringify(await read(path))).not.toMatch(/provider|sub_|txn_/)
})

describe('an invoice', () => {
  test('of a purchase has no URL while no provider responds', async () => {
    expect(await read(`purchases/invoice/${purchase}`)).toEqual({ success: false, invoiceUrl: null })
  })

  test.each([
    ['of an unknown purchase', async () => read(`purchases/invoice/${world.ctx.id()}`)],
    ["of another user's purchase", async () => read(`purchases/invoice/${purchase}`, bob)],
    ['with an invalid ID', async () => read('purchases/invoice/1')],
  ])('%s is not found', async (_, answer) => {
    expect((await answer()).error).toMatchObject({ status: 404, name: 'NotFoundError' })
  })

  test('is only for roles that may read billing', async () => {
    const carl = await signUp(app, 'carl@example.com')
    await addMember(world.ctx, project, carl, 'member')
    expect((await read(`purchases/invoice/${purchase}`, carl)).error.status).toBe(403)
    expect((await read(`subscriptions?filters[project]=${project}`, carl)).error.status).toBe(403)
  })
})

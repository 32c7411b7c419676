import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import { queryString } from '#platform/web/api/query-string.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  confirmAddress,
  create,
  type Person,
  seedOpportunity,
  seedSubscription,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { ClientProject } from '../contract.ts'
import { pngOf } from './factories.ts'

const brand = { name: 'Northside', background: '#1e3a8a', ink: '#ffffff' }
const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }

let world: World
let free: FastifyInstance
let paid: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let eve: Person
let bikes: string
let boats: string
let trains: string

beforeAll(async () => {
  ;({ world, app: free, ann, bob, cleo, eve } = await testApp('ann', 'bob', 'cleo', 'eve'))
  paid = await appOf({ ...world.ctx, billing: 'paddle' })
  bikes = await setUpProject(free, ann, { name: 'Bikes' })
  boats = await setUpProject(free, ann, { name: 'Boats' })
  trains = await setUpProject(free, ann, { name: 'Trains' })
  await addMember(world.ctx, bikes, bob, 'member')
  await addMember(world.ctx, bikes, cleo, 'client')
})
afterAll(async () => {
  await paid.close()
  await world.close()
})

const setPlan = (id: string, plan: string, { by = ann, app = free } = {}) =>
  call(app, by, 'PUT', `projects/${id}/agency-plan`, { plan })
const clients = async (by = ann, app = free): Promise<ClientProject[]> =>
  (await call(app, by, 'GET', 'agency/clients')).json().data
const access = async (id: string, by = ann) => (await call(paid, by, 'GET', `projects/${id}/access`)).json().data
const errorOf = (answer: { json: () => { error: { status: number; message: string } } }) => {
  const { status, message } = answer.json().error
  return `${status} ${message}`
}

test('with billing off, the owner of a project makes it a client project, changes its plan, and makes it an ordinary one', async () => {
  expect((await call(free, ann, 'GET', 'agency')).json().data).toEqual({ granted: true, by: 'billingOff', brand: null })
  expect(errorOf(await setPlan(bikes, 'growth', { by: bob }))).toMatch(/^403/)
  expect(errorOf(await setPlan(bikes, 'growth', { by: eve }))).toMatch(/^404/)
  expect(errorOf(await setPlan(bikes, 'agency'))).toMatch(/^400/)
  expect((await setPlan(bikes, 'startup')).json().data).toMatchObject({ isAgencyProject: true, agencyPlan: 'startup' })
  expect((await setPlan(bikes, 'growth')).json().data.agencyPlan).toBe('growth')
  expect(await auditOf(world.ctx, bikes)).toEqual(
    expect.arrayContaining([`user:${ann.id} agencyPlan.create`, `user:${ann.id} agencyPlan.update`]),
  )
  const ended = (await call(free, ann, 'DELETE', `projects/${bikes}/agency-plan`)).json().data
  expect(ended).toMatchObject({ isAgencyProject: false, agencyPlan: null })
  const draft = (await create(free, ann, 'projects', { name: 'Draft' })).id
  expect(errorOf(await setPlan(draft, 'growth'))).toMatch(/^409 Finish the setup/)
})

test('a finished setup is a client project if a plan was chosen for it', async () => {
  await call(free, eve, 'PUT', 'setup', { agencyPlan: 'pro', name: 'Ships', summary: 'Ships for hire.' })
  expect(errorOf(await call(paid, eve, 'POST', 'setup/completions', {}))).toMatch(/^409 Client projects need an active/)
  const { data } = (await call(free, eve, 'POST', 'setup/completions', {})).json()
  expect(data).toMatchObject({ isAgencyProject: true, agencyPlan: 'pro', status: 'processing' })
})

test('one Agency subscription pays for many client projects, each with the limits of its plan', async () => {
  expect((await call(paid, ann, 'GET', 'agency')).json().data).toMatchObject({ granted: false, by: null })
  expect(errorOf(await setPlan(bikes, 'growth', { app: paid }))).toMatch(/^409 Client projects need an active Agency/)
  const agency = { userId: ann.id, mainProductId: 'pro_agency', mainProductName: 'Agency' }
  await seedSubscription(world.ctx, bikes, agency)
  const own = await seedSubscription(world.ctx, boats, { userId: ann.id })
  expect(errorOf(await setPlan(boats, 'pro', { app: paid }))).toMatch(/^409 This project has its own subscription/)
  await ask(world.url, `update subscription set status = 'canceled' where id = $1`, [own])
  for (const [id, plan] of [
    [bikes, 'growth'],
    [boats, 'pro'],
    [trains, 'startup'],
  ] as const) {
    expect((await setPlan(id, plan, { app: paid })).statusCode).toBe(200)
    expect(await access(id)).toMatchObject({ granted: true, by: 'subscription', plan })
  }
  expect((await access(bikes, cleo)).quota).toMatchObject({ keywords: 40 })
  const usage = (await clients(ann, paid)).map(({ name, figures }) => [name, figures?.usage[0]?.limit])
  expect(usage).toEqual([
    ['Bikes', 40],
    ['Boats', 20],
    ['Trains', 20],
  ])
  await ask(world.url, `update subscription set status = 'canceled' where main_product_name = 'Agency'`)
  expect(await access(trains)).toMatchObject({ granted: false, reason: 'canceled' })
  expect((await clients(ann, paid)).map(({ granted, figures }) => [granted, figures])).toEqual(
    Array(3).fill([false, null]),
  )
  await ask(world.url, `update subscription set status = 'active' where main_product_name = 'Agency'`)
})

test('the overview counts what the lists of each project show, for its team only', async () => {
  const hour = 3_600_000
  const postedAt = new Date(world.clock.now.getTime() - hour)
  await seedOpportunity(world.ctx, bikes, { postedAt, label: 3 })
  await seedOpportunity(world.ctx, bikes, { postedAt: new Date(postedAt.getTime() - 60 * hour), saved: true })
  await seedOpportunity(world.ctx, boats, { postedAt })
  const [first, second, third] = await clients()
  expect([first, second, third].map((each) => each?.name)).toEqual(['Bikes', 'Boats', 'Trains'])
  expect(first).toMatchObject({
    ...{ plan: 'growth', isOwned: true, granted: true },
    figures: { newLeads: { count: 2, capped: false }, hotLeads: { count: 1 }, dueReplies: { count: 1 } },
    clients: { active: 1, invited: 0 },
  })
  for (const [name, view] of Object.entries(queueViews)) {
    const query = queryString({ ...viewQuery(bikes, view, world.clock.now.getTime()) })
    const list = (await call(free, ann, 'GET', `opportunities?${query}`)).json()
    expect(first?.figures?.[name as keyof typeof queueViews].count, name).toBe(list.meta.pagination.total)
  }
  expect(second?.figures?.newLeads.count).toBe(1)
  expect((await clients(bob)).map(({ name, isOwned }) => [name, isOwned])).toEqual([['Bikes', false]])
  expect((await clients(eve)).map(({ name }) => name)).toEqual(['Ships'])
  expect(await clients(cleo)).toEqual([])
})

test('the overview says when a client last used a project, to the hour', async () => {
  const seen = async () => (await clients())[0]?.clients.seenAt
  const opened = () => call(free, cleo, 'GET', `projects/${bikes}/access`)
  await ask(world.url, 'update member set seen_at = null')
  await call(free, bob, 'GET', `projects/${bikes}/access`)
  expect(await seen()).toBeNull()
  const at = world.clock.now
  await opened()
  world.clock.now = new Date(at.getTime() + 10 * 60_000)
  await opened()
  expect(await seen()).toBe(at.toISOString())
  world.clock.now = new Date(at.getTime() + 61 * 60_000)
  await opened()
  expect(await seen()).toBe(world.clock.now.toISOString())
})

test('clients see neither who spent credits nor the usage of the plan', async () => {
  for (const what of ['usage', 'credit-entries']) {
    expect((await call(free, cleo, 'GET', `projects/${bikes}/${what}`)).statusCode).toBe(403)
    expect((await call(free, bob, 'GET', `projects/${bikes}/${what}`)).statusCode).toBe(200)
  }
})

const upload = (bytes: Buffer, by = ann) =>
  free.inject({
    ...{ method: 'PUT', url: '/api/agency/brand/logo', payload: bytes },
    headers: { ...by.headers, 'content-type': 'application/octet-stream' },
  })

test('links and mails of client projects have the name, colors, and logo of the agency', async () => {
  const unreadable = { ...brand, ink: '#3b5bb0' }
  expect(errorOf(await call(free, ann, 'PUT', 'agency/brand', unreadable))).toMatch(/^400 The text is hard to read/)
  expect(errorOf(await call(free, ann, 'PUT', 'agency/brand', { ...brand, ink: 'red' }))).toMatch(/^400/)
  expect(errorOf(await upload(pngOf(64, 32)))).toBe('409 Save a name and colors first.')
  expect((await call(free, ann, 'PUT', 'agency/brand', brand)).json().data).toEqual({ ...brand, logo: null })
  expect(errorOf(await upload(Buffer.from('<svg/>')))).toMatch(/^400 Choose a PNG or JPEG/)
  expect((await upload(Buffer.alloc(1024 * 1024 + 1))).statusCode).toBe(413)
  const { logo } = (await upload(pngOf(64, 32))).json().data
  expect(logo).toMatchObject({ width: 64, height: 32 })

  const served = await free.inject(logo.url)
  expect([served.statusCode, served.rawPayload.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
  expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect((await free.inject(`/api/brand-logos/${world.ctx.id()}`)).statusCode).toBe(404)

  expect((await call(free, cleo, 'GET', `projects/${bikes}/brand`)).json().data).toEqual({ ...brand, logo })
  const link = { project: bikes, name: 'For Bikes', days: 30, expiresInDays: 90 }
  const report = (
    await create(free, ann, 'reports', { project: bikes, name: 'Leads', definition, recipients: [cleo.id] })
  ).id
  const { address } = (await call(free, ann, 'POST', 'insight-shares', { ...link, report })).json().data
  const shared = (await free.inject(`/api/shared-insights?token=${address.split('/').at(-1)}`)).json().data
  expect(shared.brand).toEqual({ ...brand, logo })

  await confirmAddress(world.url, cleo)
  await world.drain()
  world.mails.length = 0
  await call(free, ann, 'POST', `reports/${report}/delivery`)
  await world.drain()
  const { html = '', text = '' } = world.mails[0] ?? {}
  expect(html).toContain(`<img src="http://localhost:3000${logo.url}" alt="Northside" width="32" height="16"`)
  expect(html).toContain('background:#1e3a8a;color:#ffffff')
  expect(text).toContain(`http://localhost:3000/app/insights?project=${bikes}&report=${report}`)
  expect(html.replaceAll(/http:\S+/g, '') + text.replaceAll(/http:\S+/g, '')).not.toContain('Earshot')

  expect((await call(free, ann, 'DELETE', 'agency/brand/logo')).json().data).toEqual({ ...brand, logo: null })
  expect((await free.inject(logo.url)).statusCode).toBe(404)
  const ordinary = await setUpProject(free, ann, { name: 'Planes' })
  expect((await call(free, ann, 'GET', `projects/${ordinary}/brand`)).json().data).toBeNull()
})

test('a transfer says what it changes, and the plan and brand are then those of the new owner', async () => {
  await addMember(world.ctx, boats, bob, 'admin')
  const memberOf = async (project: string) =>
    (await call(free, ann, 'GET', `members?filters[project]=${project}&filters[user][id][$eq]=${bob.id}`)).json()
      .data[0].id
  const heir = await memberOf(boats)
  const preview = async (app = paid) => (await call(app, ann, 'GET', `members/${heir}/transfer-preview`)).json().data
  expect(await preview()).toEqual({
    ...{ isAgencyProject: true, granted: false, plan: null, holdsSubscription: false },
    ...{ brand: 'Northside', nextBrand: null },
  })
  const theirs = await setUpProject(free, bob, { name: 'Bay' })
  await seedSubscription(world.ctx, theirs, { userId: bob.id, mainProductName: 'Agency' })
  await call(free, bob, 'PUT', 'agency/brand', { ...brand, name: 'Bay' })
  expect(await preview()).toMatchObject({ granted: true, plan: 'pro', nextBrand: 'Bay' })
  expect((await call(paid, bob, 'GET', `members/${heir}/transfer-preview`)).statusCode).toBe(403)

  expect((await call(paid, ann, 'PUT', `projects/${boats}/ownership`, { member: heir })).statusCode).toBe(200)
  expect(await access(boats, bob)).toMatchObject({ granted: true, plan: 'pro' })
  expect((await call(paid, bob, 'GET', `projects/${boats}/brand`)).json().data.name).toBe('Bay')
  expect((await clients(ann, paid)).map(({ name, isOwned }) => [name, isOwned])).toContainEqual(['Boats', false])

  // The subscription itself stays with its payer.
  const held = await call(paid, ann, 'PUT', `projects/${bikes}/ownership`, { member: await memberOf(bikes) })
  expect(errorOf(held)).toMatch(/^409 Your Agency subscription was bought for this project/)
})

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  finishBackfill,
  type Person,
  signUp,
  watchlistState,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})
beforeEach(async () => {
  ann = await signUp(app, `ann-${world.ctx.id()}@example.com`)
})
afterAll(() => world.close())

const save = (data: object, by = ann) => call(app, by, 'PUT', 'setup', data)
const saved = async (by = ann) => (await call(app, by, 'GET', 'setup')).json().data
const complete = (by = ann, data: object = { timeZone: 'Europe/Berlin' }) =>
  call(app, by, 'POST', 'setup/completions', data)
const projects = async (by = ann) => (await call(app, by, 'GET', 'projects')).json().data

const product = { name: 'Pipewell', website: 'pipewell.example', summary: 'Welds pipes.' }
const watched = { keywords: ['pipe welding', 'orbital welder'], competitors: ['Weldco'] }
const proposals = {
  keywords: ['pipe fitting'],
  competitors: ['Pipely'],
  communities: ['welding'],
  facts: ['It welds.'],
}
const nothing = {
  ...{ name: '', website: null, summary: '', audience: [], pains: [], keywords: [], competitors: [], communities: [] },
  proposals: { keywords: [], competitors: [], communities: [], facts: [] },
  ...{ facts: '', voice: '', disclosure: '' },
  alerts: { hotLeads: true, digest: true, timeOfDay: '08:00' },
  agencyPlan: null,
  reached: 'product',
}

test('a new user has no setup; the first answers make a draft that watches for nothing', async () => {
  expect(await saved()).toBeNull()
  expect((await save({ name: ' Pipewell ' })).json().data).toEqual({ ...nothing, name: 'Pipewell' })
  const [draft] = await projects()
  expect(draft).toMatchObject({ name: 'Pipewell', status: 'draft' })
  expect(await watchlistState(world.ctx, draft.id)).toMatchObject({ status: 'draft', backfills: 0 })
  expect(await auditOf(world.ctx, draft.id)).toEqual([`user:${ann.id} project.create`])
})

test('each save changes the given answers only, on one draft, until setup is finished', async () => {
  await save({ website: 'pipewell.example' })
  await save({ name: 'Pipewell', summary: 'Welds pipes.', pains: ['leaking joints'], proposals })
  await save({ ...watched, communities: ['r/Welding', 'machinists'] })
  await save({ website: null, keywords: [], reached: 'watchlist' })
  expect(await saved()).toEqual({
    ...{ ...nothing, ...product, website: null, pains: ['leaking joints'], competitors: ['Weldco'] },
    ...{ communities: ['welding', 'machinists'], proposals, reached: 'watchlist' },
  })
  expect(await projects()).toHaveLength(1)
})

test('finishing turns the draft into a project with its watchlist, and starts the first scan once', async () => {
  await save({ ...product, ...watched, communities: ['welding'] })
  const [draft] = await projects()
  const answer = await complete()
  expect([answer.statusCode, answer.json().data]).toEqual([
    201,
    expect.objectContaining({
      ...{ id: draft.id, ...product, communities: ['welding'], timeZone: 'Europe/Berlin', status: 'processing' },
    }),
  ])
  expect(await watchlistState(world.ctx, draft.id)).toMatchObject({ status: 'processing', backfills: 1 })
  const keywords = (await call(app, ann, 'GET', `keywords?sort=query&filters[project]=${draft.id}`)).json().data
  expect(keywords.map(({ query }: { query: string }) => query)).toEqual(['Weldco', 'orbital welder', 'pipe welding'])
  expect(await auditOf(world.ctx, draft.id)).toEqual([`user:${ann.id} project.create`, `user:${ann.id} project.setUp`])
  expect(await saved()).toBeNull()
  expect((await complete()).json().error).toMatchObject({
    ...{ status: 409, message: 'This setup is already finished. Reload to see your leads.' },
  })
  await finishBackfill(world.ctx, draft.id)
  await save({ name: 'Another' })
  expect((await projects()).map(({ status }: { status: string }) => status).toSorted()).toEqual(['done', 'draft'])
})

test('a name and a description are enough to skip the rest', async () => {
  await save({ name: 'Pipewell', summary: 'Welds pipes.' })
  expect((await complete()).json().data).toMatchObject({ status: 'processing' })
})

test.each([
  ['without a name', { summary: 'Welds pipes.' }, ['name'], 'Enter a product name'],
  ['without a description', { name: 'Pipewell', keywords: ['x'] }, ['summary'], 'Describe your product'],
  ['with a keyword that can’t be read', { ...product, keywords: ['ok', '"welding'] }, ['keywords', 1], 'Try: '],
])('finishing %s is refused, and nothing is lost', async (_, data, path, message) => {
  await save(data)
  const { error } = (await complete()).json()
  expect(error).toMatchObject({ status: 400, details: { errors: [{ path }] } })
  expect(error.message).toContain(message)
  expect(await saved()).toMatchObject(data)
})

test.each([
  ['name', 'x'.repeat(101)],
  ['website', 'not an address'],
  ['summary', 'a\0b'],
  ['keywords', ['']],
  ['communities', ['two words']],
  ['status', 'done'],
  ['proposals', { keywords: [] }],
])('a bad %s is refused', async (key, value) => {
  expect((await save({ [key]: value })).statusCode).toBe(400)
  expect(await saved()).toBeNull()
})

test.each([
  [{ hotLeads: false, digest: true, timeOfDay: '18:30' }, 'paused', 'active'],
  [{ hotLeads: true, digest: false, timeOfDay: '18:30' }, 'active', 'paused'],
])('finishing with the alerts %j leaves hot leads %s and the digest %s', async (alerts, hotLeads, digest) => {
  await save({ ...product, alerts, reached: 'alerts' })
  expect(await saved()).toMatchObject({ alerts, reached: 'alerts' })
  const { id } = (await complete()).json().data
  const rules = (await call(app, ann, 'GET', `alert-rules?sort=name&filters[project]=${id}&filters[kind]=lead`)).json()
    .data
  expect(rules).toMatchObject([
    { name: 'Daily digest', status: digest, timeOfDay: '18:30' },
    { name: 'Hot leads', status: hotLeads },
  ])
})

test('what replies are written with becomes prompts once the user has seen it', async () => {
  const written = { facts: 'Welds on site.\nCosts $900 a month.', voice: 'Short.', disclosure: '' }
  const prompts = async (reached: string) => {
    await save({ ...product, ...written, reached })
    const { id } = (await complete()).json().data
    return (await call(app, ann, 'GET', `prompts?sort=kind&filters[project]=${id}`)).json().data
  }
  expect(await prompts('communities')).toEqual([])
  expect(await prompts('alerts')).toMatchObject([
    { kind: 'facts', text: written.facts, subreddit: null, version: 1, active: true },
    { kind: 'voice', text: 'Short.' },
  ])
})

test('only its owner sees a setup, even if others are members', async () => {
  await save({ name: 'Pipewell' })
  const bob = await signUp(app, `bob-${world.ctx.id()}@example.com`)
  await addMember(world.ctx, (await projects())[0].id, bob, 'admin')
  expect(await saved(bob)).toBeNull()
  await save({ name: 'Bobwell' }, bob)
  expect([await saved(), await saved(bob)]).toMatchObject([{ name: 'Pipewell' }, { name: 'Bobwell' }])
})

test('signed-out callers have no setup', async () => {
  for (const [method, url] of [
    ['GET', '/api/setup'],
    ['PUT', '/api/setup'],
    ['POST', '/api/setup/completions'],
  ] as const) {
    expect((await app.inject({ method, url, ...(method !== 'GET' && { payload: { data: {} } }) })).statusCode).toBe(403)
  }
})

test('first answers sent twice at once make one draft', async () => {
  const answers = await Promise.all([save({ name: 'Pipewell' }), save({ name: 'Pipewell' })])
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(await projects()).toHaveLength(1)
})

test('a user whose projects are unpaid can still set one up', async () => {
  const paid = await appOf({ ...world.ctx, billing: 'paddle' })
  await call(paid, ann, 'PUT', 'setup', product)
  expect((await call(paid, ann, 'GET', 'setup')).json().data).toMatchObject(product)
  expect((await call(paid, ann, 'POST', 'setup/completions', {})).statusCode).toBe(201)
  await paid.close()
})

import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import {
  call,
  finishBackfill,
  type Person,
  password,
  seedPurchase,
  seedSubscription,
  setUpProject,
  signUp,
} from '../support/seed-data.ts'
import type { World } from '../support/world.ts'

/** The requests of SPEC 7, sent literally by a client that only uses fetch. */
let world: World
let app: FastifyInstance
let base: string
let ann: Person
let project: string
let second: string
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  project = await setUpProject(app, ann)
  await finishBackfill(world.ctx, project)
  world.clock.advance(1000)
  second = await setUpProject(app, ann, { name: 'Brewbook' })
  await seedSubscription(world.ctx, project, { userId: ann.id, mainProductName: 'Agency yearly' })
  world.clock.advance(1000)
  await seedSubscription(world.ctx, project, { userId: ann.id, mainProductName: 'Growth' })
  await seedPurchase(world.ctx, project)
  await app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
})
afterAll(() => world.close())

async function request(method: string, path: string, body?: object, jwt: string | null = ann.jwt) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(jwt && { authorization: `Bearer ${jwt}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const get = (path: string) => request('GET', path)
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('lists projects by status, newest first', async () => {
  const query = 'filters[status][$in][0]=done&filters[status][$in][1]=paid&filters[status][$in][2]=processing'
  const { status, body } = await get(`/projects?${query}&sort=createdAt:desc`)
  expect(status).toBe(200)
  expect(names(body.data)).toEqual(['Brewbook', 'Pipewell'])
  expect(body.meta).toEqual({ pagination: { page: 1, pageSize: 25, pageCount: 1, total: 2 } })
  const done = await get('/projects?filters[status][$in][0]=done&sort[0]=createdAt:desc')
  expect(names(done.body.data)).toEqual(['Pipewell'])
  const encoded = await get(`/projects?${encodeURIComponent('filters[status][$in][0]')}=done&sort=createdAt%3Adesc`)
  expect(encoded.body).toEqual(done.body)
})

test.each(['filters[id]=', 'filters[id][$eq]=', 'filters[documentId][$eq]='])(
  'finds a project by id: %s',
  async (filter) => {
    const { body } = await get(`/projects?${filter}${second}`)
    expect(body.data).toMatchObject([{ id: second, documentId: second, name: 'Brewbook' }])
  },
)

test('changes a project, and the next list shows the change', async () => {
  const { status, body } = await request('PUT', `/projects/${second}`, { data: { summary: 'Books for brewers' } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ data: { id: second, summary: 'Books for brewers' }, meta: {} })
  expect((await get(`/projects?filters[id]=${second}`)).body.data).toEqual([body.data])
})

test('refuses to change a project without data', async () => {
  expect(await request('PUT', `/projects/${second}`, { name: 'x' })).toEqual({
    status: 400,
    body: {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        message: 'Missing "data" payload in the request body',
        details: {},
      },
    },
  })
})

test.each([
  'filters[project]=',
  'filters[project][id]=',
  'filters[project][id][$eq]=',
  'filters[project][documentId]=',
])('lists subscriptions and purchases by project: %s', async (filter) => {
  const { body } = await get(`/subscriptions?${filter}${project}&sort=createdAt:desc`)
  expect(body.data).toMatchObject([
    { mainProductName: 'Growth', status: 'active' },
    { mainProductName: 'Agency yearly' },
  ])
  expect((await get(`/purchases?${filter}${project}`)).body.data).toHaveLength(1)
  expect((await get(`/purchases?${filter}${second}`)).body.data).toEqual([])
})

test("lists a user's agency subscriptions with their relations", async () => {
  const filters = `filters[user][id][$eq]=${ann.id}&filters[mainProductName][$contains]=Agency`
  const { body } = await get(`/subscriptions?${filters}&sort=createdAt:desc&populate=*`)
  expect(body.data).toMatchObject([
    { mainProductName: 'Agency yearly', project: { id: project }, user: { id: ann.id, email: ann.email } },
  ])
  expect(Object.keys(body.data[0].user)).toEqual(['id', 'documentId', 'email'])
})

test('answers 404 for an unknown invoice', async () => {
  expect(await get(`/purchases/invoice/${world.ctx.id()}`)).toMatchObject({
    status: 404,
    body: { data: null, error: { name: 'NotFoundError' } },
  })
})

test('creates a row from a wrapped body', async () => {
  const { status, body } = await request('POST', '/keywords', { data: { project, query: 'orbital welder' } })
  expect({ status, query: body.data.query }).toEqual({ status: 201, query: 'orbital welder' })
})

test('returns the signed-in user, with their relations on request', async () => {
  const { body } = await get('/users/me')
  expect(body).toMatchObject({ id: ann.id, documentId: ann.id, username: ann.email, email: ann.email, blocked: false })
  expect((await get('/users/me?populate[0]=memberships')).body.memberships).toHaveLength(2)
  expect(await request('GET', '/users/me', undefined, null)).toMatchObject({
    status: 403,
    body: { error: { name: 'ForbiddenError' } },
  })
  expect(await request('GET', '/users/me', undefined, 'x')).toMatchObject({
    status: 401,
    body: { error: { message: 'Missing or invalid credentials' } },
  })
})

test('registers and signs in users, and explains failures', async () => {
  const eve = { username: 'eve', email: 'eve@example.com', password }
  const registered = await request('POST', '/auth/local/register', eve, null)
  const user = { username: 'eve', email: 'eve@example.com', provider: 'local', confirmed: false, blocked: false }
  expect(registered).toMatchObject({ status: 200, body: { jwt: expect.any(String), user } })
  const duplicate = await request('POST', '/auth/local/register', eve, null)
  expect(duplicate).toMatchObject({
    status: 400,
    body: { error: { name: 'ApplicationError', message: 'Email or Username are already taken' } },
  })
  const login = (identifier: string, word: string) =>
    request('POST', '/auth/local', { identifier, password: word }, null)
  expect((await login('eve', password)).body.jwt).toEqual(expect.any(String))
  for (const [identifier, word] of [
    ['eve', 'a wrong one'],
    ['nobody@example.com', password],
  ] as const) {
    expect(await login(identifier, word)).toMatchObject({
      status: 400,
      body: { data: null, error: { name: 'ValidationError', message: 'Invalid identifier or password' } },
    })
  }
})

test('accepts mail requests whether or not the address has an account', async () => {
  for (const email of ['ann@example.com', 'nobody@example.com']) {
    expect(await request('POST', '/auth/forgot-password', { email }, null)).toEqual({ status: 200, body: { ok: true } })
    expect(await request('POST', '/auth/send-email-confirmation', { email }, null)).toEqual({
      status: 200,
      body: { email, sent: true },
    })
  }
})

test('resets and changes passwords', async () => {
  const other = 'another long password'
  const twice = { password: other, passwordConfirmation: other }
  expect(await request('POST', '/auth/reset-password', { code: 'x'.repeat(40), ...twice }, null)).toMatchObject({
    status: 400,
    body: { error: { message: 'Incorrect code provided' } },
  })
  const fay = await signUp(app, 'fay@example.com')
  const changed = await request('POST', '/auth/change-password', { currentPassword: password, ...twice }, fay.jwt)
  expect(changed).toMatchObject({ status: 200, body: { jwt: expect.any(String), user: { id: fay.id } } })
})

test('refuses a provider that is not configured', async () => {
  expect(await request('GET', '/auth/github/callback?access_token=x', undefined, null)).toMatchObject({
    status: 400,
    body: { error: { message: 'This provider is disabled' } },
  })
})

test('names an unknown key or operator', async () => {
  for (const [query, message, details] of [
    ['filters[nope]=1', 'Invalid key nope', { key: 'nope', path: 'nope', source: 'query', param: 'filters' }],
    ['sort=nope:asc', 'Invalid key nope', { key: 'nope', path: 'nope', source: 'query', param: 'sort' }],
    [
      'filters[status][$foo]=1',
      'Invalid key $foo at status',
      { key: '$foo', path: 'status.$foo', source: 'query', param: 'filters' },
    ],
  ] as const) {
    const error = { status: 400, name: 'ValidationError', message, details }
    expect(await get(`/projects?${query}`)).toEqual({ status: 400, body: { data: null, error } })
  }
})

test('returns the same row from a write as from a read', async () => {
  const created = await call(app, ann, 'POST', 'competitors', { project, name: 'Weldco' })
  const { id } = created.json().data
  expect((await get(`/competitors/${id}`)).body).toEqual(created.json())
  const deleted = await fetch(`${base}/competitors/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${ann.jwt}` },
  })
  expect({ status: deleted.status, text: await deleted.text() }).toEqual({ status: 204, text: '' })
})

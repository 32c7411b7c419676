import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { member, user } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  browserOf,
  call,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { apiToken } from '../tables.ts'

const minute = 60_000
let world: World
let app: FastifyInstance
let ann: Person
let project: string
let second: string
let users = 0

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

/** Signs Ann up with two projects. */
async function begin(): Promise<void> {
  await transaction(world.ctx, (tx) => tx.delete(throttle))
  ann = await signUp(app, `ann${++users}@example.com`)
  project = await setUpProject(app, ann, { name: 'Pipewell' })
  second = await setUpProject(app, ann, { name: 'Brewbook' })
}

const make = (person: Person, data: object = {}) =>
  call(app, person, 'POST', 'api-tokens', { project, name: 'Export', ...data })

/** Returns a token in the form of a user, for call(). */
async function bearer(person = ann, data: object = {}): Promise<Person & { tokenId: string }> {
  const { id, token } = (await make(person, data)).json().data
  return { id: person.id, email: '', jwt: token, headers: { authorization: `Bearer ${token}` }, tokenId: id }
}

const keyword = (query: string) => ({ project, query })

describe('a token', () => {
  beforeEach(begin)

  test('is returned once, and listed without its value', async () => {
    const answer = await make(ann, { name: 'Monthly export', scope: 'write' })
    expect(answer.statusCode).toBe(201)
    const { token, ...listed } = answer.json().data
    expect(token).toMatch(/^esk_[\w-]{43}$/)
    expect(listed).toMatchObject({
      name: 'Monthly export',
      scope: 'write',
      ending: token.slice(-4),
      lastUsedAt: null,
    })
    const list = await call(app, ann, 'GET', `api-tokens?filters[project][id][$eq]=${project}`)
    expect(list.json().data).toEqual([listed])
    expect((await call(app, ann, 'GET', `api-tokens/${listed.id}`)).json().data).toEqual(listed)
    const everything = JSON.stringify(
      await jobTransaction(world.ctx, (tx) => tx.select().from(apiToken).where(eq(apiToken.id, listed.id))),
    )
    expect(everything).not.toContain(token)
    expect(world.logged.join()).not.toContain(token)
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} apiToken.create`)
  })

  test('can read its project, but no other of its creator', async () => {
    const token = await bearer()
    const names = (await call(app, token, 'GET', 'projects')).json().data.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Pipewell'])
    expect((await call(app, token, 'GET', `projects/${second}`)).statusCode).toBe(404)
    expect((await call(app, token, 'GET', `keywords?filters[project][id][$eq]=${second}`)).json().data).toEqual([])
  })

  test('for reading cannot write', async () => {
    const token = await bearer()
    const answer = await call(app, token, 'POST', 'keywords', keyword('orbital welder'))
    expect(answer.json().error).toEqual({
      status: 403,
      name: 'ForbiddenError',
      message: 'This API token is read-only',
      details: {},
    })
  })

  test('for writing can write in its project, with an audit entry', async () => {
    const token = await bearer(ann, { scope: 'write' })
    expect((await call(app, token, 'POST', 'keywords', keyword('orbital welder'))).statusCode).toBe(201)
    const elsewhere = await call(app, token, 'POST', 'keywords', { project: second, query: 'stout' })
    expect(elsewhere.statusCode).toBe(404)
    const entries = await call(app, ann, 'GET', 'audit-entries?filters[action][$eq]=keyword.create&sort=createdAt:desc')
    expect(entries.json().data[0]).toMatchObject({ details: { apiToken: token.tokenId } })
  })

  test('records its last use at most once a minute', async () => {
    const token = await bearer()
    const used = async () => (await call(app, ann, 'GET', `api-tokens/${token.tokenId}`)).json().data.lastUsedAt
    const begin = world.clock.now
    await call(app, token, 'GET', 'projects')
    world.clock.advance(minute - 1)
    await call(app, token, 'GET', 'projects')
    expect(await used()).toBe(begin.toISOString())
    world.clock.advance(1)
    await call(app, token, 'GET', 'projects')
    expect(await used()).toBe(new Date(begin.getTime() + minute).toISOString())
  })
})

describe('a token is refused', () => {
  beforeEach(begin)

  test('once it is revoked', async () => {
    const token = await bearer()
    const ended = await call(app, ann, 'DELETE', `api-tokens/${token.tokenId}`)
    expect([ended.statusCode, ended.body]).toEqual([204, ''])
    expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(401)
    expect((await call(app, ann, 'DELETE', `api-tokens/${token.tokenId}`)).statusCode).toBe(404)
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} apiToken.delete`)
  })

  test.each<[string, (creator: Person) => Promise<unknown>]>([
    [
      'leaves the project',
      ({ id }) =>
        jobTransaction(world.ctx, (tx) =>
          tx.delete(member).where(and(eq(member.projectId, project), eq(member.userId, id))),
        ),
    ],
    [
      'is blocked',
      ({ id }) =>
        transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt: world.clock.now }).where(eq(user.id, id))),
    ],
    ['is deleted', ({ id }) => transaction(world.ctx, (tx) => tx.delete(user).where(eq(user.id, id)))],
  ])('once its creator %s', async (_what, happens) => {
    const ben = await signUp(app, `ben${users}@example.com`)
    await addMember(world.ctx, project, ben, 'admin')
    const token = await bearer(ben)
    expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(200)
    await happens(ben)
    expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(401)
  })

  test('once its creator has left, even after they return', async () => {
    const ben = await signUp(app, `ben${users}@example.com`)
    await addMember(world.ctx, project, ben, 'admin')
    const token = await bearer(ben, { scope: 'write' })
    const { data } = (await call(app, ann, 'GET', `members?filters[user][id][$eq]=${ben.id}`)).json()
    expect((await call(app, ann, 'DELETE', `members/${data[0].id}`)).statusCode).toBe(204)
    expect((await call(app, ann, 'GET', 'api-tokens')).json().data).toEqual([])
    await addMember(world.ctx, project, ben, 'admin')
    expect((await call(app, ben, 'GET', `projects/${project}`)).statusCode).toBe(200)
    expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(401)
  })

  test('as a cookie', async () => {
    const token = await bearer()
    const answer = await app.inject({ url: '/api/projects', headers: browserOf(token) })
    expect(answer.statusCode).toBe(401)
  })

  test.each(['esk_', 'esk_x', `esk_${'x'.repeat(43)}`, `esk_${'x'.repeat(5000)}`, "esk_' or true --"])(
    'that is %j',
    async (token) => {
      const answer = await app.inject({ url: '/api/projects', headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode).toBe(401)
    },
  )

  test('by its digest', async () => {
    const { tokenId } = await bearer()
    const [row] = await jobTransaction(world.ctx, (tx) => tx.select().from(apiToken).where(eq(apiToken.id, tokenId)))
    const headers = { authorization: `Bearer esk_${row?.digest}` }
    expect((await app.inject({ url: '/api/projects', headers })).statusCode).toBe(401)
  })
})

describe("a token has its creator's current role", () => {
  beforeEach(begin)

  test('as after a change from admin to client', async () => {
    const ben = await signUp(app, `ben${users}@example.com`)
    await addMember(world.ctx, project, ben, 'admin')
    const token = await bearer(ben, { scope: 'write' })
    expect((await call(app, token, 'POST', 'keywords', keyword('flux wire'))).statusCode).toBe(201)
    await jobTransaction(world.ctx, (tx) =>
      tx
        .update(member)
        .set({ role: 'client' })
        .where(and(eq(member.projectId, project), eq(member.userId, ben.id))),
    )
    expect((await call(app, token, 'POST', 'keywords', keyword('filler rod'))).statusCode).toBe(403)
    expect((await call(app, token, 'GET', 'keywords')).statusCode).toBe(403)
    expect((await call(app, token, 'GET', 'opportunities')).statusCode).toBe(200)
  })
})

/** The endpoints for accounts, members, permissions, keys, creating projects, and users without a project. */
const personal = Object.entries<Endpoint>(endpoints).filter(
  ([, { method, path }]) =>
    /^\/(users|sessions|api-tokens|members|audit-entries|website-profiles|previews|auth\/change)|\/ownership$/.test(
      path,
    ) ||
    (method === 'POST' && path === '/projects'),
)

test('the list of personal endpoints is not empty', () => {
  expect(personal.length).toBeGreaterThan(15)
})

// Refused requests change nothing, so they share a project and its tokens.
describe('each endpoint', () => {
  let writing: Awaited<ReturnType<typeof bearer>>
  let reading: Awaited<ReturnType<typeof bearer>>
  beforeAll(async () => {
    await begin()
    writing = await bearer(ann, { scope: 'write' })
    reading = await bearer()
  })

  test.each(personal)('%s rejects API tokens', async (_name, endpoint) => {
    const token = writing
    const url = `/api${endpoint.path.replace(':id', token.tokenId)}`
    const answer = await app.inject({
      method: endpoint.method,
      url,
      headers: token.headers,
      ...(endpoint.body && { payload: {} }),
    })
    expect(answer.json().error).toMatchObject({
      status: 403,
      message: "API tokens can't do this. Sign in instead.",
    })
  })

  test.each(
    Object.entries<Endpoint>(endpoints).filter(([, { access, method }]) => access === 'signedIn' && method !== 'GET'),
  )('%s rejects read-only tokens', async (_name, endpoint) => {
    const token = reading
    const url = `/api${endpoint.path.replace(':id', project).replace(':number', '0')}`
    const answer = await app.inject({
      method: endpoint.method,
      url,
      headers: token.headers,
      ...(endpoint.body && { payload: {} }),
    })
    expect(answer.json().error).toMatchObject({ status: 403, message: 'This API token is read-only' })
  })
})

test('a token can neither open the event stream nor end a session', async () => {
  await begin()
  const token = await bearer(ann, { scope: 'write' })
  expect((await call(app, token, 'GET', `events?project=${project}`)).statusCode).toBe(403)
  expect((await call(app, token, 'POST', 'auth/logout')).statusCode).toBe(204)
  expect((await call(app, ann, 'GET', 'users/me')).statusCode).toBe(200)
  expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(200)
})

describe('creating tokens', () => {
  beforeEach(begin)

  test.each(['member', 'client'] as const)('is not allowed for a %s', async (role) => {
    const carl = await signUp(app, `${role}${users}@example.com`)
    await addMember(world.ctx, project, carl, role)
    const token = await bearer()
    expect((await make(carl)).statusCode).toBe(403)
    expect((await call(app, carl, 'GET', 'api-tokens')).statusCode).toBe(403)
    expect((await call(app, carl, 'DELETE', `api-tokens/${token.tokenId}`)).statusCode).toBe(403)
    expect((await call(app, token, 'GET', 'projects')).statusCode).toBe(200)
  })

  test('is not allowed for non-members, who do not see them either', async () => {
    const eve = await signUp(app, `eve${users}@example.com`)
    const token = await bearer()
    expect((await make(eve)).statusCode).toBe(404)
    expect((await call(app, eve, 'GET', 'api-tokens')).json().data).toEqual([])
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await call(app, eve, method, `api-tokens/${token.tokenId}`)).statusCode).toBe(404)
    }
  })

  test.each([
    ['no name', { name: '' }, 'name must not be empty'],
    ['an unknown scope', { scope: 'admin' }, 'scope must be one of read, write'],
    ['a token value', { token: 'esk_x' }, 'Invalid key token'],
    ['a digest', { digest: 'x' }, 'Invalid key digest'],
    ['a creator', { createdBy: 'x' }, 'Invalid key createdBy'],
    ['no project', { project: undefined }, 'project is not valid'],
  ])('with %s is refused', async (_what, data, message) => {
    expect((await make(ann, data)).json().error).toMatchObject({ status: 400, message })
  })

  test.each(['digest', 'token', 'hash', 'ending'])('allows no filter or sort by %s', async (field) => {
    expect((await call(app, ann, 'GET', `api-tokens?filters[${field}][$startsWith]=a`)).statusCode).toBe(400)
    expect((await call(app, ann, 'GET', `api-tokens?sort=${field}`)).statusCode).toBe(400)
  })

  test('is limited to fifty per project, even with concurrent requests', async () => {
    for (let each = 0; each < 48; each++) await make(ann)
    const answers = await Promise.all(Array.from({ length: 6 }, () => make(ann)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
    expect(answers.find(({ statusCode }) => statusCode === 400)?.json().error.message).toBe(
      'This project has reached the limit of 50 API tokens. Revoke one first.',
    )
  })
})

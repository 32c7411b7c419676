import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { Identity } from '../../contract.ts'
import { session } from '../tables.ts'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

const register = (payload: Record<string, unknown>) =>
  app.inject({ method: 'POST', url: '/api/auth/local/register', payload })

const login = (identifier: string, secret = password) =>
  app.inject({ method: 'POST', url: '/api/auth/local', payload: { identifier, password: secret } })

const me = (jwt: string) => app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${jwt}` } })

describe('registering', () => {
  test("returns a token and the user in Strapi's format", async () => {
    const answer = await register({ email: ' Ann@Example.com ', password })
    expect(answer.statusCode).toBe(200)
    const { jwt, user: ann } = Identity.parse(answer.json())
    expect(ann).toEqual({
      id: ann.documentId,
      documentId: ann.id,
      username: 'ann@example.com',
      email: 'ann@example.com',
      provider: 'local',
      confirmed: false,
      blocked: false,
      timeZone: null,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      publishedAt: '2026-11-20T12:00:00.000Z',
    })
    expect((await me(jwt)).json()).toEqual(ann)
  })

  test.each([
    ['the same email', { email: 'ann@example.com' }],
    ['the same email in another case', { email: 'ANN@example.COM' }],
    ['the same email with spaces around it', { email: '  ann@example.com\t' }],
    ['the same username', { email: 'eve@example.com', username: 'welder' }],
    ['the same username in another case', { email: 'eve@example.com', username: 'WELDER' }],
  ])('%s is taken', async (_what, payload) => {
    await register({ email: 'willy@example.com', username: 'Welder', password })
    const answer = await register({ ...payload, password })
    expect(answer.json()).toEqual({
      data: null,
      error: {
        status: 400,
        name: 'ApplicationError',
        message: 'Email or Username are already taken',
        details: {},
      },
    })
  })

  test('with one email twenty times at once succeeds once', async () => {
    const cases = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'race@example.com' : 'Race@Example.com'))
    // The limit is ten attempts per email; the others are rate-limited.
    const answers = await Promise.all(cases.map((email) => register({ email, password })))
    const statuses = answers.map((answer) => answer.statusCode).toSorted()
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(9)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test.each(['role', 'confirmed', 'blocked', 'provider', 'id', 'plan', 'confirmedAt', 'passwordHash'])(
    'rejects the key %s',
    async (key) => {
      const answer = await register({ email: 'eve@example.com', password, [key]: true })
      expect(answer.json().error).toMatchObject({ status: 400, message: `Invalid key ${key}` })
    },
  )

  test.each([
    ['no email', { password }, 'email is required'],
    ['an email without a dot', { email: 'eve@example', password }, 'email must be a valid email'],
    ['an email with a space', { email: 'e ve@example.com', password }, 'email must be a valid email'],
    [
      'an email with a line break',
      { email: 'eve@example.com\r\nbcc: x@example.com', password },
      'email must be a valid email',
    ],
    ['an email with a display name', { email: 'Eve <eve@example.com>', password }, 'email must be a valid email'],
    ['two emails', { email: 'eve@example.com,mallory@example.com,x', password }, 'email must be a valid email'],
    ['an email with an empty label', { email: 'eve@example..com', password }, 'email must be a valid email'],
    [
      'an email with an invisible character',
      { email: 'eve\u200b@example.com', password },
      'email must be a valid email',
    ],
    [
      'an email with a right-to-left override',
      { email: '\u202eeve@example.com', password },
      'email must be a valid email',
    ],
    [
      'an email with half a surrogate pair',
      { email: 'eve\ud800@example.com', password },
      'email must be a valid email',
    ],
    ['a list as the email', { email: ['eve@example.com'], password }, 'email must be a string'],
    [
      'an email of 321 characters',
      { email: `${'e'.repeat(309)}@example.com`, password },
      'email must have at most 320 characters',
    ],
    ['an email with a NUL', { email: 'eve\0@example.com', password }, 'email must be a valid email'],
    ['no password', { email: 'eve@example.com' }, 'password is required'],
    [
      'a password of 7 characters',
      { email: 'eve@example.com', password: '7letter' },
      'password must be at least 8 characters',
    ],
    [
      'a password of 257 characters',
      { email: 'eve@example.com', password: 'x'.repeat(257) },
      'password must be at most 256 characters',
    ],
    [
      'a short username',
      { email: 'eve@example.com', username: 'ev', password },
      'username must have at least 3 characters',
    ],
    [
      "another user's email as the username",
      { email: 'eve@example.com', username: 'Ann@example.com', password },
      'username must not be another email address',
    ],
  ])('with %s is refused', async (_what, payload, message) => {
    const answer = await register(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({ name: 'ValidationError', message })
    expect(answer.json().error.details.errors[0]).toMatchObject({ message, name: 'ValidationError' })
  })
})

describe('logging in', () => {
  test.each(['ŞEHİR@Ülke.example', 'ΣΊΣΥΦΟΣ@example.com'])('works with %s as it was registered', async (email) => {
    await register({ email, password })
    expect((await login(email)).statusCode).toBe(200)
  })

  test.each(['nora@example.com', 'NORA@Example.com', ' nora@example.com ', 'nora-welds', 'Nora-Welds'])(
    'as %j works',
    async (identifier) => {
      await register({ email: 'nora@example.com', username: 'Nora-Welds', password })
      const answer = await login(identifier)
      expect(answer.statusCode).toBe(200)
      expect(Identity.parse(answer.json()).user.username).toBe('Nora-Welds')
    },
  )

  test('gives the same response for a wrong password and an unknown name', async () => {
    await signUp(app, 'olga@example.com')
    const wrong = await login('olga@example.com', 'not her password')
    const unknown = await login('nobody@example.com', 'not her password')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toEqual({
      data: null,
      error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password', details: {} },
    })
    expect(unknown.json()).toEqual(wrong.json())
    const names = (headers: object) => Object.keys(headers).toSorted()
    expect(names(unknown.headers)).toEqual(names(wrong.headers))
  })

  test('compares all bytes of a password, however long it is', async () => {
    await register({ email: 'long@example.com', password: `${'é'.repeat(100)}1` })
    expect((await login('long@example.com', `${'é'.repeat(100)}2`)).statusCode).toBe(400)
    expect((await login('long@example.com', `${'e\u0301'.repeat(100)}1`)).statusCode).toBe(200)
  })

  test('tells a user that they are blocked, but only with the right password', async () => {
    const { id, jwt } = await signUp(app, 'blocked@example.com')
    const blockedAt = world.ctx.now()
    await transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt }).where(eq(user.id, id)))
    expect((await login('blocked@example.com')).json().error.message).toBe(
      'Your account has been blocked by an administrator',
    )
    expect((await login('blocked@example.com', 'wrong')).json().error.message).toBe('Invalid identifier or password')
    expect((await me(jwt)).statusCode).toBe(401)
  })
})

describe('a token', () => {
  test("is invalid after logging out, while the user's others stay valid", async () => {
    const first = await signUp(app, 'pia@example.com')
    const second = Identity.parse((await login('pia@example.com')).json())
    const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: first.headers })
    expect(out.statusCode).toBe(204)
    expect(out.body).toBe('')
    expect((await me(first.jwt)).statusCode).toBe(401)
    expect((await me(second.jwt)).statusCode).toBe(200)
  })

  test('is invalid after thirty days', async () => {
    const { jwt } = await signUp(app, 'quin@example.com')
    const begin = world.clock.now
    world.clock.advance(30 * 24 * 60 * 60 * 1000 - 1000)
    expect((await me(jwt)).statusCode).toBe(200)
    world.clock.advance(1000)
    expect((await me(jwt)).statusCode).toBe(401)
    world.clock.now = begin
  })

  test('is invalid once its user is deleted', async () => {
    const { id, jwt } = await signUp(app, 'gone@example.com')
    await transaction(world.ctx, (tx) => tx.delete(user).where(eq(user.id, id)))
    expect((await me(jwt)).statusCode).toBe(401)
  })

  test('is invalid without its session, even with a valid signature', async () => {
    const { id, jwt } = await signUp(app, 'lost@example.com')
    await transaction(world.ctx, (tx) => tx.delete(session).where(eq(session.userId, id)))
    expect((await me(jwt)).statusCode).toBe(401)
  })

  test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'nonsense', ''])('as %j is refused', async (authorization) => {
    const answer = await app.inject({ url: '/api/users/me', headers: { authorization } })
    expect(answer.statusCode).toBe(401)
  })

  test('is refused if two are sent', async () => {
    const { jwt } = await signUp(app, 'two@example.com')
    const bearer = `Bearer ${jwt}`
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const answer = await new Promise<IncomingMessage>((answered, failed) => {
      const headers = ['host', `127.0.0.1:${port}`, 'authorization', 'Bearer x', 'authorization', bearer]
      request({ host: '127.0.0.1', port, path: '/api/users/me', headers }, answered).on('error', failed).end()
    })
    answer.resume()
    expect(answer.statusCode).toBe(401)
    expect(
      (await app.inject({ url: '/api/users/me', headers: { authorization: `${bearer}, ${bearer}` } })).statusCode,
    ).toBe(401)
  })

  test('is accepted with the scheme in any case', async () => {
    const { jwt } = await signUp(app, 'rita@example.com')
    const answer = await app.inject({ url: '/api/users/me', headers: { authorization: `bearer ${jwt}` } })
    expect(answer.statusCode).toBe(200)
  })
})

test('logging out without a session succeeds', async () => {
  for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(204)
  }
})

test('no password, hash or token is logged', async () => {
  const { jwt } = await signUp(app, 'secret@example.com')
  await login('secret@example.com', 'a wrong password')
  await app.inject({ url: `/api/users/me?token=${jwt}`, headers: { cookie: `jwt=${jwt}` } })
  await register({ email: 'secret@example.com', password: 'a second password' })
  const log = world.logged.join('\n')
  expect(log).toContain('/api/auth/local')
  for (const secret of [password, 'a wrong password', 'a second password', jwt, '$argon2id', 'secret@example.com']) {
    expect(log).not.toContain(secret)
  }
})

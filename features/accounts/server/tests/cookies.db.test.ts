import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { appOf, browserOf, type Person, password, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  project = await setUpProject(app, ann)
})

afterAll(() => world.close())

const login = (payload: unknown) =>
  app.inject({ method: 'POST', url: '/api/auth/local', payload: payload as object, headers: browserOf(ann) })

const put = (headers: Record<string, string>) =>
  app.inject({ method: 'PUT', url: `/api/projects/${project}`, headers, payload: { data: { name: 'Pipewell' } } })

/** Returns the Set-Cookie lines of a response by name. */
function cookiesOf(answer: LightMyRequestResponse): Record<string, string> {
  const lines = [answer.headers['set-cookie'] ?? []].flat()
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line]))
}

const cleared = {
  jwt: expect.stringMatching(/^jwt=; Max-Age=0; Path=\/;.* HttpOnly; SameSite=Lax$/),
  signed_in: expect.stringMatching(/^signed_in=; Max-Age=0; Path=\//),
}

describe('the cookies', () => {
  test('are set together from the token in the response', async () => {
    const answer = await login({ identifier: ann.email, password })
    const { jwt } = answer.json<{ jwt: string }>()
    expect(cookiesOf(answer)).toEqual({
      jwt: `jwt=${jwt}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
      signed_in: 'signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax',
    })
  })

  test('are set by registering too', async () => {
    const payload = { email: 'cookie@example.com', password }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/local/register', payload })
    expect(Object.keys(cookiesOf(answer)).toSorted()).toEqual(['jwt', 'signed_in'])
  })

  test('are secure if the product is reached by https', async () => {
    const secure = await appOf({ ...world.ctx, publicUrl: 'https://leads.example.com' })
    const payload = { identifier: ann.email, password }
    const answer = await secure.inject({ method: 'POST', url: '/api/auth/local', payload })
    expect(cookiesOf(answer).jwt).toContain('; Secure')
    expect(cookiesOf(answer).signed_in).toContain('; Secure')
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    await secure.close()
  })

  test.each([
    ['a wrong password', { identifier: 'ann@example.com', password: 'wrong' }],
    ['a malformed body', '{'],
    ['an unknown key', { identifier: 'ann@example.com', password, remember: true }],
  ])('are cleared by a login that fails for %s', async (_why, payload) => {
    const answer = await login(payload)
    expect(answer.statusCode).toBe(400)
    expect(cookiesOf(answer)).toEqual(cleared)
  })

  test.each(['/api/auth/local', '/api/auth/local/register'])(
    'survive a form of another site sent to %s',
    async (url) => {
      const headers = { ...browserOf(ann), origin: 'https://evil.example', 'content-type': 'text/plain' }
      const answer = await app.inject({ method: 'POST', url, headers, payload: '{}' })
      expect(answer.statusCode).toBe(400)
      expect(cookiesOf(answer)).toEqual({})
    },
  )

  test('are cleared by logging out, which ends the session', async () => {
    const { jwt } = (await login({ identifier: ann.email, password })).json<{ jwt: string }>()
    const headers = browserOf({ ...ann, jwt })
    const answer = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(answer.statusCode).toBe(204)
    expect(cookiesOf(answer)).toEqual(cleared)
    expect((await app.inject({ url: '/api/users/me', headers })).statusCode).toBe(401)
  })

  test('are cleared if their token is invalid, and only then', async () => {
    const stale = await app.inject({ url: '/api/users/me', headers: { cookie: 'jwt=stale; signed_in=1' } })
    expect(stale.statusCode).toBe(401)
    expect(cookiesOf(stale)).toEqual(cleared)
    const good = await app.inject({ url: '/api/users/me', headers: browserOf(ann) })
    expect(cookiesOf(good)).toEqual({})
  })

  test('have lower priority than the header', async () => {
    const bob = await signUp(app, 'bob@example.com')
    const headers = { ...browserOf(ann), ...bob.headers }
    expect((await app.inject({ url: '/api/users/me', headers })).json()).toMatchObject({ email: 'bob@example.com' })
    const bad = { ...browserOf(ann), authorization: 'Bearer nonsense' }
    const answer = await app.inject({ url: '/api/users/me', headers: bad })
    expect(answer.statusCode).toBe(401)
    expect(cookiesOf(answer)).toEqual({})
  })
})

describe('a write with the cookie', () => {
  test('from our own page is accepted', async () => {
    expect((await put(browserOf(ann))).statusCode).toBe(200)
  })

  test.each([
    'null',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://evil-localhost:3000',
    'http://evil.example',
    'HTTP://LOCALHOST:3000/',
    '',
  ])('from %j is refused', async (origin) => {
    const answer = await put({ ...browserOf(ann), origin })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.name).toBe('ForbiddenError')
  })

  test('without an origin is refused', async () => {
    const { cookie } = browserOf(ann)
    expect((await put({ cookie })).statusCode).toBe(403)
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie } })).statusCode).toBe(403)
    expect((await app.inject({ url: '/api/users/me', headers: { cookie } })).statusCode).toBe(200)
  })

  test('as a form is refused', async () => {
    const headers = { ...browserOf(ann), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.inject({ method: 'POST', url: '/api/projects', headers, payload: 'data[name]=x' })
    expect(answer.statusCode).toBe(400)
  })
})

test("a write with the header is accepted from any origin, since other sites don't know the token", async () => {
  expect((await put({ ...ann.headers, origin: 'https://client.example' })).statusCode).toBe(200)
  expect((await put(ann.headers)).statusCode).toBe(200)
})

test('no response allows other sites to read it', async () => {
  const headers = { ...ann.headers, origin: 'https://client.example' }
  const answer = await app.inject({ url: '/api/users/me', headers })
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { browserOf, type Person, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { Identity } from '../../../contract.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const bring = (provider: string, query: string, headers = {}) =>
  app.inject({ url: `/api/auth/${provider}/callback${query}`, headers })

const users = () => transaction(world.ctx, (tx) => tx.select().from(user))

describe('an access token issued to us', () => {
  test.each([
    ['/api/auth/google/callback', 'google'],
    ['/auth/google/callback', 'google'],
    ['/api/auth/github/callback', 'github'],
    ['/auth/github/callback', 'github'],
  ] as const)("at %s gets a response like Strapi's, and is neither logged nor cached", async (path, provider) => {
    const token = await outside.token(provider, 'wilma')
    const answer = await app.inject(`${path}?access_token=${token}`)
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json()).toSorted()).toEqual(['jwt', 'user'])
    const { jwt, user: wilma } = Identity.parse(answer.json())
    expect(wilma).toMatchObject({ email: 'wilma@pipewell.example', provider, confirmed: true })
    const me = await app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${jwt}` } })
    expect(me.json()).toMatchObject({ id: wilma.id })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(answer.cookies).toEqual([])
    expect(world.logged.join()).not.toContain(token)
  })

  test('signs in to the same account as the browser', async () => {
    const wilma = new Visitor(app, outside)
    await wilma.signIn('google', 'wilma')
    const token = await outside.token('google', 'wilma')
    const { user: same } = Identity.parse((await bring('google', `?access_token=${token}`)).json())
    expect((await wilma.get('/api/users/me')).json()).toMatchObject({ id: same.id })
    expect(await users()).toHaveLength(1)
  })

  test('sets cookies for our own pages only', async () => {
    const token = await outside.token('google', 'wilma')
    const own = await bring('google', `?access_token=${token}`, { 'sec-fetch-site': 'same-origin' })
    expect(own.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ['jwt', 2_592_000],
      ['signed_in', 2_592_000],
    ])
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect((await bring('google', `?access_token=${token}`, { 'sec-fetch-site': site })).cookies).toEqual([])
    }
  })

  test('clears the cookies first if it fails (SPEC 4)', async () => {
    const ann: Person = await signUp(app, 'ann@example.com')
    const headers = { ...browserOf(ann), 'sec-fetch-site': 'same-origin' }
    const answer = await bring('google', '?access_token=nonsense', headers)
    expect(answer.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ['jwt', 0],
      ['signed_in', 0],
    ])
  })
})

describe('an access token is refused', () => {
  test.each(['google', 'github'] as const)('if %s issued it to another app', async (provider) => {
    const token = await outside.token(provider, 'wilma', 'anothers')
    const name = { google: 'Google', github: 'GitHub' }[provider]
    expect((await bring(provider, `?access_token=${token}`)).json().error).toEqual({
      status: 400,
      name: 'ValidationError',
      message: `This access token was not issued by ${name} to this application`,
      details: {},
    })
    const unknown = await bring(provider, '?access_token=nonsense')
    expect(unknown.json().error.message).toBe(`This access token was not issued by ${name} to this application`)
    expect(await users()).toEqual([])
  })

  test("if it is Google's at GitHub, or the other way round", async () => {
    const [google, github] = [await outside.token('google', 'wilma'), await outside.token('github', 'wilma')]
    await outside.behave()
    expect((await bring('github', `?access_token=${google}x`)).statusCode).toBe(400)
    expect((await bring('google', `?access_token=${github}x`)).statusCode).toBe(400)
  })

  test("if it is Reddit's, which does not prove its app", async () => {
    const answer = await bring('reddit', `?access_token=${await outside.token('reddit', 'wilma')}`)
    const why = 'Reddit does not report which app a token was issued to'
    expect(answer.json().error).toMatchObject({
      status: 400,
      name: 'ApplicationError',
      message: `${why}. Sign in with a browser at http://localhost:3000/connect/reddit`,
    })
  })

  test.each(['google', 'github'] as const)("if %s has not verified the user's address", async (provider) => {
    await signUp(app, 'uma@unsure.example')
    const answer = await bring(provider, `?access_token=${await outside.token(provider, 'uma')}`)
    expect(answer.json().error.message).toContain('reports no verified email address for this account')
    expect(await users()).toHaveLength(1)
  })

  test('if its user is blocked', async () => {
    const token = await outside.token('google', 'wilma')
    await bring('google', `?access_token=${token}`)
    await transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt: world.ctx.now() }))
    expect((await bring('google', `?access_token=${token}`)).json().error.message).toBe(
      'Your account has been blocked by an administrator',
    )
  })

  test.each([
    ['', 'access_token is required'],
    ['?access_token=', 'access_token must be a token'],
    ['?access_token[]=x', 'access_token must be a token'],
    ['?access_token=x&access_token=y', 'access_token must be a token'],
    [`?access_token=${'x'.repeat(4_001)}`, 'access_token must be a token'],
    ['?access_token=x&id_token=y', 'Invalid key id_token'],
    ['?access_token=x&callback=https://evil.example', 'Invalid key callback'],
  ])('with the query %.40s', async (query, message) => {
    expect((await bring('google', query)).json().error).toMatchObject({ status: 400, name: 'ValidationError', message })
  })

  test.each(['facebook', 'local', '__proto__'])('from the provider %s', async (provider) => {
    expect((await bring(provider, '?access_token=x')).json().error).toMatchObject({
      status: 400,
      message: 'This provider is disabled',
    })
  })
})

test.each(['google', 'github'] as const)('while %s is down, the response says when to retry', async (provider) => {
  const token = await outside.token(provider, 'wilma')
  await outside.behave({ down: [provider] })
  const answer = await bring(provider, `?access_token=${token}`)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json().error.message).toMatch(/ did not respond. Try again in a moment.$/)
})

test('the 101st token from one address within 15 minutes is rate-limited', async () => {
  world.clock.advance(15 * 60_000)
  await outside.behave({ down: ['google'] })
  await Promise.all(Array.from({ length: 100 }, () => bring('google', '?access_token=x')))
  expect((await bring('google', '?access_token=x')).statusCode).toBe(429)
})

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { transaction } from '#platform/server/database/database.ts'
import { appOf, call, confirmAddress, password, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { providerNames } from '../../../contract.ts'
import { session, socialAttempt, socialIdentity } from '../../tables.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance
/** The same server after its operator removed Google from the configuration. */
let withoutGoogle: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

beforeAll(async () => {
  const { google: _, ...others } = outside.apps
  withoutGoogle = await appOf({ ...world.ctx, signIn: others })
})

afterAll(() => withoutGoogle.close())

const settings = (notice: string) => `/app/settings/account/main?notice=${notice}`
const login = (notice: string) => `/auth/login?notice=${notice}`

/** Returns a browser signed in with a password and a confirmed address. */
async function signedIn(name = 'nora'): Promise<Visitor> {
  const email = `${name}@example.com`
  await confirmAddress(world.url, await signUp(app, email))
  const who = new Visitor(app, outside)
  await who.post('/api/auth/local', { identifier: email, password })
  return who
}

/** Returns a browser signed in only through a provider. */
async function signedInWith(provider: ProviderName, person: string): Promise<Visitor> {
  const who = new Visitor(app, outside)
  await who.signIn(provider, person)
  return who
}

const start = (who: Visitor, body: object) => who.post('/api/users/me/identities', body)
const signInMethods = async (who: Visitor) => (await who.get('/api/users/me/sign-in-methods')).json().data
const identities = () => transaction(world.ctx, (tx) => tx.select().from(socialIdentity))
const idOf = async (who: Visitor): Promise<string> => (await who.get('/api/users/me')).json().id

/** Starts linking and chooses an account at the provider. Returns the redirect back, not yet followed. */
async function choose(who: Visitor, provider: ProviderName, person: string, currentPassword?: string) {
  const answer = await start(who, { provider, ...(currentPassword !== undefined && { currentPassword }) })
  expect(answer.statusCode).toBe(200)
  const back = await outside.choose(answer.json().data.page, person)
  return back.pathname + back.search
}

/** Links an account and returns the final redirect. */
async function link(who: Visitor, provider: ProviderName, person: string, currentPassword?: string): Promise<string> {
  return end(await who.get(await choose(who, provider, person, currentPassword)))
}

function end(answer: LightMyRequestResponse): string {
  expect(answer.statusCode).toBe(302)
  return String(answer.headers.location)
}

async function mails(): Promise<string[]> {
  await world.drain()
  return world.mails.map(({ to, subject }) => `${to}: ${subject}`)
}

describe('linking', () => {
  test.each(providers)('%s opens the account from then on, whatever its address there', async (provider) => {
    const nora = await signedIn()
    expect(await link(nora, provider, 'wilma', password)).toBe(settings('linked'))
    expect(await signInMethods(nora)).toEqual({
      hasPassword: true,
      identities: [
        {
          id: expect.any(String),
          provider,
          username: expect.stringMatching(/./),
          usable: true,
          createdAt: '2026-11-20T12:00:00.000Z',
        },
      ],
    })
    expect(await mails()).toContain(`nora@example.com: Your ${providerNames[provider]} account was linked`)
    const later = new Visitor(app, outside)
    expect(await later.signIn(provider, 'wilma')).toBe('/app')
    expect(await idOf(later)).toBe(await idOf(nora))
  })

  test('keeps the user signed in, even if it fails', async () => {
    const nora = await signedIn()
    const jwt = nora.cookie('jwt')
    expect(await link(nora, 'github', '', password)).toBe(settings('sign-in-cancelled'))
    const back = await choose(nora, 'github', 'wilma', password)
    await outside.behave({ down: ['github'] })
    expect(end(await nora.get(back))).toBe(settings('provider-unavailable'))
    expect(nora.cookie('jwt')).toBe(jwt)
    expect((await nora.get('/api/users/me')).statusCode).toBe(200)
    expect(await identities()).toEqual([])
  })

  test('an already linked account changes nothing and sends no mail', async () => {
    const nora = await signedIn()
    await link(nora, 'github', 'wilma', password)
    await mails()
    world.mails.length = 0
    expect(await link(nora, 'github', 'wilma', password)).toBe(settings('linked'))
    expect(await identities()).toHaveLength(1)
    expect(await mails()).toEqual([])
  })

  test('an account that belongs to another user leaves it theirs', async () => {
    const wilma = await signedInWith('github', 'wilma')
    const nora = await signedIn()
    expect(await link(nora, 'github', 'wilma', password)).toBe(settings('linked-elsewhere'))
    expect((await identities()).map(({ userId }) => userId)).toEqual([await idOf(wilma)])
  })

  test('the same account by two users at once succeeds for one', async () => {
    const [nora, olga] = [await signedIn('nora'), await signedIn('olga')]
    const backs = [await choose(nora, 'github', 'wilma', password), await choose(olga, 'github', 'wilma', password)]
    const ends = await Promise.all([nora.get(backs[0]!), olga.get(backs[1]!)])
    expect(ends.map(end).toSorted()).toEqual([settings('linked'), settings('linked-elsewhere')])
    expect(await identities()).toHaveLength(1)
  })

  test('requires the password if there is one', async () => {
    const nora = await signedIn()
    expect((await start(nora, { provider: 'github' })).json().error).toMatchObject({
      status: 400,
      message: 'currentPassword is required to link an account',
    })
    expect((await start(nora, { provider: 'github', currentPassword: 'a wrong one' })).json().error).toMatchObject({
      status: 400,
      message: 'The provided current password is invalid',
      details: { errors: [{ path: ['currentPassword'] }] },
    })
    expect(await transaction(world.ctx, (tx) => tx.select().from(socialAttempt))).toEqual([])
  })

  test("limits wrong passwords, while correct ones don't count", async () => {
    const nora = await signedIn()
    for (let time = 0; time < 12; time++) {
      expect((await start(nora, { provider: 'github', currentPassword: password })).statusCode).toBe(200)
    }
    const guess = () => start(nora, { provider: 'github', currentPassword: 'a wrong one' })
    const statuses = []
    for (let time = 0; time < 11; time++) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  test('requires a recent sign-in if there is no password', async () => {
    const wilma = await signedInWith('google', 'wilma')
    const begin = world.clock.now
    world.clock.advance(10 * 60_000 + 1)
    expect((await start(wilma, { provider: 'reddit' })).json().error).toMatchObject({
      status: 403,
      message: 'Sign in again, then link an account within 10 minutes.',
      details: { reason: 'signInAgain' },
    })
    world.clock.now = begin
    expect(await link(wilma, 'reddit', 'bruno')).toBe(settings('linked'))
    expect((await signInMethods(wilma)).identities.map((each: { provider: string }) => each.provider)).toEqual([
      'google',
      'reddit',
    ])
  })

  test('requires a confirmed address, so that someone else who registered it keeps no access', async () => {
    await signUp(app, 'wilma@pipewell.example')
    const who = new Visitor(app, outside)
    await who.post('/api/auth/local', { identifier: 'wilma@pipewell.example', password })
    expect((await start(who, { provider: 'github', currentPassword: password })).json().error).toMatchObject({
      status: 403,
      message: 'Confirm your email address to link an account. Open the link in the email we sent you.',
    })
  })

  test.each([
    [{}, 'provider must be one of google, github, reddit'],
    [{ provider: 'myspace' }, 'provider must be one of'],
    [{ provider: 'github', user: 'me' }, 'Invalid key user'],
    [{ provider: 'github', currentPassword: '' }, 'currentPassword'],
  ])('with %j is refused', async (body, message) => {
    const answer = await start(await signedIn(), body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toContain(message)
  })

  test('an account of an unconfigured provider is refused', async () => {
    const nora = await signedIn()
    const headers = { cookie: `jwt=${nora.cookie('jwt')}`, origin: 'http://localhost:3000' }
    const payload = { provider: 'google', currentPassword: password }
    const answer = await withoutGoogle.inject({ method: 'POST', url: '/api/users/me/identities', headers, payload })
    expect(answer.json().error).toMatchObject({ status: 400, message: 'This provider is disabled' })
  })
})

describe('the redirect back after linking', () => {
  test('works once', async () => {
    const nora = await signedIn()
    const back = await choose(nora, 'github', 'wilma', password)
    expect(end(await nora.get(back))).toBe(settings('linked'))
    expect(end(await nora.get(back))).toBe(login('sign-in-expired'))
  })

  test('works only in the session that started it', async () => {
    const nora = await signedIn()
    const back = await choose(nora, 'github', 'wilma', password)
    const elsewhere = new Visitor(app, outside)
    await elsewhere.post('/api/auth/local', { identifier: 'nora@example.com', password })
    for (const who of [await signedIn('olga'), elsewhere, new Visitor(app, outside)]) {
      const jwt = who.cookie('jwt')
      expect(end(await who.get(back))).toBe(login('sign-in-expired'))
      expect(who.cookie('jwt')).toBe(jwt)
    }
    expect(await identities()).toEqual([])
    expect(end(await nora.get(back))).toBe(settings('linked'))
  })

  test('fails after the session has ended', async () => {
    const nora = await signedIn()
    const back = await choose(nora, 'github', 'wilma', password)
    await transaction(world.ctx, (tx) => tx.update(session).set({ revokedAt: world.ctx.now() }))
    expect(end(await nora.get(back))).toBe(login('sign-in-expired'))
    expect(await identities()).toEqual([])
  })

  test('fails after 15 minutes', async () => {
    const nora = await signedIn()
    const back = await choose(nora, 'github', 'wilma', password)
    world.clock.advance(15 * 60_000)
    expect(end(await nora.get(back))).toBe(login('sign-in-expired'))
    world.clock.advance(-15 * 60_000)
  })

  test('fails with the state of a sign-in, which another site can start', async () => {
    const nora = await signedIn()
    const eve = new Visitor(app, outside)
    const back = await eve.choose('github', 'bruno')
    expect(end(await nora.get(back))).toBe(login('sign-in-expired'))
    expect(await identities()).toEqual([])
  })
})

describe('unlinking', () => {
  const remove = (who: Visitor, id: string) => who.delete(`/api/users/me/identities/${id}`)
  const first = async (who: Visitor): Promise<string> => (await signInMethods(who)).identities[0].id

  test('removes the sign-in method, ends other sessions, and sends a mail', async () => {
    const nora = await signedIn()
    await link(nora, 'github', 'wilma', password)
    const other = await signedInWith('github', 'wilma')
    expect(await idOf(other)).toBe(await idOf(nora))
    expect((await remove(nora, await first(nora))).statusCode).toBe(204)
    expect(await signInMethods(nora)).toEqual({ hasPassword: true, identities: [] })
    expect((await other.get('/api/users/me')).statusCode).toBe(401)
    expect(await mails()).toContain('nora@example.com: Your GitHub account was unlinked')
    const stranger = await signedInWith('github', 'wilma')
    expect(await idOf(stranger)).not.toBe(await idOf(nora))
  })

  test('the last sign-in method is refused until there is a password', async () => {
    const wilma = await signedInWith('google', 'wilma')
    const answer = await remove(wilma, await first(wilma))
    expect(answer.json().error).toMatchObject({ status: 409, name: 'ConflictError' })
    expect(answer.json().error.message).toContain('only sign-in method')
    expect(await identities()).toHaveLength(1)
    expect((await wilma.post('/api/users/me/password-mail', {})).json().data).toEqual({
      email: 'wilma@pipewell.example',
      sent: true,
    })
    await world.drain()
    const code = /code=([\w-]+)/.exec(world.mails.at(-1)?.text ?? '')?.[1]
    await wilma.post('/api/auth/reset-password', { code, password, passwordConfirmation: password })
    expect(await signInMethods(wilma)).toMatchObject({ hasPassword: true, identities: [{ provider: 'google' }] })
    expect((await remove(wilma, await first(wilma))).statusCode).toBe(204)
  })

  test('both of two sign-in methods at once leaves one', async () => {
    const wilma = await signedInWith('google', 'wilma')
    await link(wilma, 'reddit', 'bruno')
    const ids: string[] = (await signInMethods(wilma)).identities.map(({ id }: { id: string }) => id)
    const answers = await Promise.all(ids.map((id) => remove(wilma, id)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    expect(await identities()).toHaveLength(1)
  })

  test('counts only configured providers as remaining methods', async () => {
    const wilma = await signedInWith('google', 'wilma')
    await link(wilma, 'reddit', 'bruno')
    const headers = { cookie: `jwt=${wilma.cookie('jwt')}`, origin: 'http://localhost:3000' }
    const reddit = (await signInMethods(wilma)).identities[1].id
    const url = `/api/users/me/identities/${reddit}`
    expect((await withoutGoogle.inject({ method: 'DELETE', url, headers })).statusCode).toBe(409)
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
  })

  test("another user's identity returns 404", async () => {
    const [nora, wilma] = [await signedIn(), await signedInWith('google', 'wilma')]
    expect((await remove(nora, await first(wilma))).statusCode).toBe(404)
    expect((await remove(nora, 'google')).statusCode).toBe(404)
    expect(await identities()).toHaveLength(1)
  })
})

describe('the mail to set a first password', () => {
  test('is refused for a user who has a password', async () => {
    const nora = await signedIn()
    expect((await nora.post('/api/users/me/password-mail', {})).json().error).toMatchObject({ status: 409 })
    expect(await mails()).not.toContain('nora@example.com: Reset your password')
  })

  test('keeps the user signed in, and is limited to five an hour', async () => {
    const wilma = await signedInWith('google', 'wilma')
    const statuses = []
    for (let time = 0; time < 6; time++) {
      statuses.push((await wilma.post('/api/users/me/password-mail', {})).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await wilma.get('/api/users/me')).statusCode).toBe(200)
  })
})

describe('for API tokens, other sites and anonymous callers', () => {
  const requests = [
    ['GET', 'sign-in-methods'],
    ['POST', 'identities'],
    ['DELETE', 'identities/01a1f8d3-ea00-7000-8000-28d47e53fe86'],
    ['POST', 'password-mail'],
  ] as const

  test.each(requests)('%s %s is refused', async (method, path) => {
    const url = `/api/users/me/${path}`
    const payload = path === 'identities' ? { provider: 'github', currentPassword: password } : undefined
    const sent = { method, url, ...(payload && { payload }) }
    expect((await app.inject(sent)).statusCode).toBe(403)
    const bad = await app.inject({ ...sent, headers: { authorization: 'Bearer nonsense' } })
    expect(bad.statusCode).toBe(401)
    const ann = await signUp(app, 'ann@example.com')
    const project = await setUpProject(app, ann)
    const created = await call(app, ann, 'POST', 'api-tokens', { project, name: 'Export', scope: 'write' })
    const { token } = created.json().data
    const byToken = await app.inject({ ...sent, headers: { authorization: `Bearer ${token}` } })
    expect(byToken.json().error).toMatchObject({ status: 403, message: expect.stringContaining('API token') })
    if (method === 'GET') return
    const headers = { cookie: `jwt=${ann.jwt}`, origin: 'https://evil.example' }
    expect((await app.inject({ ...sent, headers })).statusCode).toBe(403)
  })
})

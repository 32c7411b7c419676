import { eq, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { providers } from '#platform/contract/sign-in.ts'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { addMember, appOf, call, password, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { session, socialAttempt, socialIdentity, userCode } from '../../tables.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const visitor = () => new Visitor(app, outside)
const notice = (name: string) => `/auth/login?notice=${name}`

const login = (identifier: string, secret: string) =>
  app.inject({ method: 'POST', url: '/api/auth/local', payload: { identifier, password: secret } })

/** Returns the user that a browser is signed in as. */
async function me(who: Visitor): Promise<Record<string, unknown>> {
  return (await who.get('/api/users/me')).json()
}

const identities = () => transaction(world.ctx, (tx) => tx.select().from(socialIdentity))
const users = () => transaction(world.ctx, (tx) => tx.select().from(user))

const confirm = (email: string) =>
  transaction(world.ctx, (tx) => tx.update(user).set({ confirmedAt: world.ctx.now() }).where(eq(user.email, email)))

describe('a new user', () => {
  test.each(['google', 'github'] as const)('signs in with %s and gets a confirmed account', async (provider) => {
    const wilma = visitor()
    expect(await wilma.signIn(provider, 'wilma')).toBe('/app')
    expect(await me(wilma)).toMatchObject({
      email: 'wilma@pipewell.example',
      username: 'wilma@pipewell.example',
      provider,
      confirmed: true,
    })
    expect(wilma.cookie('signed_in')).toBe('1')
    expect(await identities()).toMatchObject([{ provider, subject: '4101' }])
  })

  test('has no password, and none works at login', async () => {
    await visitor().signIn('google', 'wilma')
    expect((await login('wilma@pipewell.example', '')).statusCode).toBe(400)
    expect((await login('wilma@pipewell.example', password)).json().error.message).toBe(
      'Invalid identifier or password',
    )
  })

  test('gets another username if their address is taken as one', async () => {
    await signUp(app, 'bruno@crumb.example')
    const rename = { username: 'wilma@pipewell.example' }
    await transaction(world.ctx, (tx) => tx.update(user).set(rename))
    const wilma = visitor()
    expect(await wilma.signIn('github', 'wilma')).toBe('/app')
    expect(await me(wilma)).toMatchObject({
      email: 'wilma@pipewell.example',
      username: expect.stringMatching(/^github-/),
    })
  })

  test('who returns several times at once gets one account', async () => {
    const visitors = Array.from({ length: 8 }, visitor)
    const ways = await Promise.all(visitors.map((each) => each.choose('google', 'wilma')))
    const ends = await Promise.all(visitors.map((each, at) => each.get(ways[at]!)))
    expect(new Set(ends.map(({ headers }) => headers.location))).toEqual(new Set(['/app']))
    expect(await users()).toHaveLength(1)
  })
})

describe('a known user', () => {
  test.each(['google', 'github'] as const)('returns with %s to the same account', async (provider) => {
    const first = visitor()
    await first.signIn(provider, 'wilma')
    const second = visitor()
    await second.signIn(provider, 'wilma')
    expect((await me(second)).id).toBe((await me(first)).id)
  })

  test('gets the same account with another provider by the verified address', async () => {
    await visitor().signIn('google', 'wilma')
    await visitor().signIn('github', 'wilma')
    expect(await users()).toHaveLength(1)
    expect((await identities()).map(({ provider }) => provider).toSorted()).toEqual(['github', 'google'])
  })

  test('keeps their account after changing the address at the provider, and its next owner gets another account', async () => {
    const before = visitor()
    await before.signIn('google', 'wilma')
    await outside.behave({ emails: { wilma: 'new@pipewell.example', bruno: 'new@pipewell.example' } })
    const after = visitor()
    await after.signIn('google', 'wilma')
    expect(await me(after)).toMatchObject({ id: (await me(before)).id, email: 'wilma@pipewell.example' })
    const bruno = visitor()
    await bruno.signIn('google', 'bruno')
    expect((await me(bruno)).id).not.toBe((await me(before)).id)
  })

  test('with a password and a confirmed address keeps both, and can use either method', async () => {
    const { id } = await signUp(app, 'Wilma@Pipewell.example')
    await confirm('wilma@pipewell.example')
    const wilma = visitor()
    expect(await wilma.signIn('github', 'wilma')).toBe('/app')
    expect(await me(wilma)).toMatchObject({ id, provider: 'local' })
    expect((await login('wilma@pipewell.example', password)).statusCode).toBe(200)
  })

  test('who is blocked is refused with that reason', async () => {
    await visitor().signIn('google', 'wilma')
    await transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt: world.ctx.now() }))
    const wilma = visitor()
    expect(await wilma.signIn('google', 'wilma')).toBe(notice('account-blocked'))
    expect(await wilma.signIn('github', 'wilma')).toBe(notice('account-blocked'))
    expect(wilma.cookie('jwt')).toBeNull()
    expect(await identities()).toHaveLength(1)
  })
})

describe('a provider that verifies no address', () => {
  test.each([
    ['google', 'uma'],
    ['github', 'uma'],
    ['reddit', 'wilma'],
  ] as const)('%s with %s: links no account, and asks for an address', async (provider, person) => {
    await signUp(app, 'uma@unsure.example')
    await confirm('uma@unsure.example')
    const who = visitor()
    expect(await who.signIn(provider, person)).toBe(notice('email-needed'))
    expect(who.cookie('jwt')).toBeNull()
    expect(await identities()).toEqual([])
  })
})

describe('the page after a sign-in', () => {
  const signedInWith = async (redirect: string | null): Promise<[end: string, cookie: string | null]> => {
    const wilma = visitor()
    if (redirect !== null) wilma.cookies.set('redirect', { value: encodeURIComponent(redirect), path: '/' })
    return [await wilma.signIn('google', 'wilma'), wilma.cookie('redirect')]
  }

  test.each([
    ['/app/opportunities?tab=saved', '/app/opportunities?tab=saved'],
    ['/app', '/app'],
    ['https://evil.example/app', '/app'],
    ['//evil.example/app', '/app'],
    ['/\\evil.example/app', '/app'],
    ['/app/../../evil', '/app'],
    ['/app\r\nset-cookie: a=b', '/app'],
    ['javascript:alert(1)', '/app'],
    ['/auth/login', '/app'],
    ['/apple', '/app'],
  ])('with the cookie %j is %s, and the cookie is used once', async (redirect, end) => {
    expect(await signedInWith(redirect)).toEqual([end, null])
  })

  test('without a cookie is /app', async () => {
    expect(await signedInWith(null)).toEqual(['/app', null])
  })

  test('is kept after a failed sign-in', async () => {
    const wilma = visitor()
    wilma.cookies.set('redirect', { value: '%2Fapp%2Fsetup', path: '/' })
    await wilma.signIn('google', '')
    expect(await wilma.signIn('google', 'wilma')).toBe('/app/setup')
  })

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'cannot be set by ?callback=%s',
    async (callback) => {
      for (const key of ['callback', 'redirect', 'redirect_uri', 'returnTo']) {
        const query = `?${key}=${encodeURIComponent(callback)}`
        const answer = await visitor().get(`/connect/google${query}`)
        expect([answer.statusCode, answer.headers.location]).toEqual([302, notice('sign-in-failed')])
        const api = await visitor().get(`/api/connect/google${query}`)
        expect(api.json().error).toMatchObject({ status: 400, message: `Invalid key ${key}` })
        const wilma = visitor()
        const end = await wilma.get(`${await wilma.choose('google', 'wilma')}&${query.slice(1)}`)
        expect(end.headers.location).toBe('/app')
      }
    },
  )
})

describe('the redirect to a provider', () => {
  test.each(['/connect', '/api/connect'])(
    'from %s leads to the provider, without any secrets in its URL',
    async (root) => {
      const answer = await visitor().get(`${root}/google`)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      const page = new URL(String(answer.headers.location))
      expect(page.searchParams.get('redirect_uri')).toBe('http://localhost:3000/connect/google/callback')
      const [cookie] = answer.cookies
      expect(cookie).toMatchObject({ name: 'connect', path: '/connect', httpOnly: true, sameSite: 'Lax', maxAge: 900 })
      expect(page.href).not.toContain(cookie!.value)
      const [row] = await transaction(world.ctx, (tx) => tx.select().from(socialAttempt))
      expect(JSON.stringify(row)).not.toContain(cookie!.value)
      expect(JSON.stringify(row)).not.toContain(page.searchParams.get('state'))
    },
  )

  test('sets a secure cookie if the product is reached by https', async () => {
    const secure = await appOf({ ...world.ctx, signIn: outside.apps, publicUrl: 'https://leads.example.com' })
    const answer = await secure.inject('/connect/github')
    expect(answer.cookies[0]).toMatchObject({ secure: true })
    const page = new URL(String(answer.headers.location))
    expect(page.searchParams.get('redirect_uri')).toBe('https://leads.example.com/connect/github/callback')
    await secure.close()
  })

  test.each(['facebook', 'local', 'GOOGLE', '__proto__', 'constructor'])('does not exist for %s', async (provider) => {
    expect((await visitor().get(`/connect/${provider}`)).headers.location).toBe(notice('provider-disabled'))
    const api = await visitor().get(`/api/connect/${provider}`)
    expect(api.json().error).toMatchObject({
      status: 400,
      name: 'ApplicationError',
      message: 'This provider is disabled',
    })
  })

  test('does not exist if no provider is configured', async () => {
    const bare = await appOf(world.ctx)
    for (const provider of providers) {
      expect((await bare.inject(`/connect/${provider}`)).headers.location).toBe(notice('provider-disabled'))
      expect((await bare.inject(`/connect/${provider}/callback?state=x`)).headers.location).toMatch(/^\/auth\/login/)
      const token = await bare.inject(`/api/auth/${provider}/callback?access_token=x`)
      expect(token.json().error).toMatchObject({ status: 400, message: 'This provider is disabled' })
    }
    expect((await bare.inject('/api/config')).json()).toMatchObject({ providers: [] })
    await bare.close()
  })

  test('exists for each provider in the public configuration', async () => {
    expect((await app.inject('/api/config')).json()).toMatchObject({
      providers: ['google', 'github', 'reddit', 'oidc'],
    })
    const some = await appOf({ ...world.ctx, signIn: { github: outside.apps.github } })
    expect((await some.inject('/api/config')).json()).toMatchObject({ providers: ['github'] })
    await some.close()
  })

  test("does not respond to HEAD, so that link previews don't start it", async () => {
    expect((await app.inject({ method: 'HEAD', url: '/connect/google' })).headers.location).toBeUndefined()
  })
})

describe('the cookies of a signed-in user', () => {
  async function bruno(): Promise<Visitor> {
    const who = visitor()
    await who.signIn('google', 'bruno')
    return who
  }

  test('survive a link from another site', async () => {
    const who = await bruno()
    expect((await who.get('/connect/google/callback?code=x&state=y')).headers.location).toBe(notice('sign-in-expired'))
    expect((await who.get('/connect/facebook/callback?code=x&state=y')).headers.location).toBe(
      notice('provider-disabled'),
    )
    expect((await who.get('/auth/google/callback?access_token=x')).statusCode).toBe(400)
    expect((await who.get('/auth/google/callback?access_token=x', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      400,
    )
    expect((await me(who)).email).toBe('bruno@crumb.example')
  })

  test('are cleared by a failed sign-in', async () => {
    const who = await bruno()
    await outside.behave({ idToken: 'nonce' })
    expect(await who.signIn('google', 'wilma')).toBe(notice('sign-in-failed'))
    expect([who.cookie('jwt'), who.cookie('signed_in')]).toEqual([null, null])
  })

  test('are replaced by those of the user who signs in', async () => {
    const who = await bruno()
    await who.signIn('google', 'wilma')
    expect((await me(who)).email).toBe('wilma@pipewell.example')
  })
})

describe("an account that someone else created with another person's address", () => {
  test('is taken over by its owner, without the old password and sessions', async () => {
    const squatter = await signUp(app, 'wilma@pipewell.example')
    const wilma = visitor()
    expect(await wilma.signIn('google', 'wilma')).toBe('/app')
    expect(await me(wilma)).toMatchObject({ id: squatter.id, confirmed: true, provider: 'google' })
    expect((await login('wilma@pipewell.example', password)).statusCode).toBe(400)
    expect((await app.inject({ url: '/api/users/me', headers: squatter.headers })).statusCode).toBe(401)
    const sessions = await transaction(world.ctx, (tx) => tx.select().from(session))
    expect(sessions.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  })

  test('leaves its creator no tokens, codes or members', async () => {
    const squatter = await signUp(app, 'wilma@pipewell.example')
    const accomplice = await signUp(app, 'eve@example.com')
    const [kept, lost] = [await setUpProject(app, squatter), await setUpProject(app, accomplice, { name: 'Trap' })]
    const { id: doomed } = await signUp(app, 'bystander@example.com')
    await addMember(world.ctx, kept, accomplice, 'owner')
    await addMember(world.ctx, lost, squatter, 'admin')
    const created = await call(app, squatter, 'POST', 'api-tokens', {
      project: kept,
      name: 'for later',
      scope: 'write',
    })
    const { token } = created.json<{ data: { token: string } }>().data
    const forgot = { email: 'wilma@pipewell.example' }
    await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: forgot })

    const wilma = visitor()
    await wilma.signIn('google', 'wilma')
    const seen = await wilma.get('/api/projects')
    expect(seen.json().data.map(({ id }: { id: string }) => id)).toEqual([kept])
    expect((await call(app, accomplice, 'GET', `projects/${kept}`)).statusCode).toBe(404)
    expect((await call(app, accomplice, 'GET', `projects/${lost}`)).statusCode).toBe(200)
    const withToken = await app.inject({ url: '/api/projects', headers: { authorization: `Bearer ${token}` } })
    expect(withToken.statusCode).toBe(401)
    expect(await transaction(world.ctx, (tx) => tx.select().from(userCode).where(ne(userCode.userId, doomed)))).toEqual(
      [expect.objectContaining({ userId: accomplice.id })],
    )
  })

  test('is taken over once by several concurrent sign-ins', async () => {
    const squatter = await signUp(app, 'wilma@pipewell.example')
    const visitors = [visitor(), visitor(), visitor()]
    await Promise.all(visitors.map((each) => each.signIn('github', 'wilma')))
    expect((await app.inject({ url: '/api/users/me', headers: squatter.headers })).statusCode).toBe(401)
    expect((await me(visitors[0]!)).id).toBe(squatter.id)
  })
})

test('no code, state, token or secret is logged', async () => {
  const who = visitor()
  const back = await who.choose('google', 'wilma')
  await who.get(back)
  await who.get(back)
  await app.inject('/auth/google/callback?access_token=hush-hush-token')
  const log = world.logged.join('\n')
  expect(log).toContain('/connect/google/callback')
  const query = [...new URLSearchParams(back.split('?')[1]).values()]
  for (const secret of [...query, 'hush-hush-token', 'no-secret-in-the-sandbox', 'wilma@pipewell.example']) {
    expect(log).not.toContain(secret)
  }
})

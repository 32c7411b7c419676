import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { appOf } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let outside: TestProviders
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside, app } = socialWorld)
})

const visitor = () => new Visitor(app, outside)
const notice = (name: string) => `/auth/login?notice=${name}`
const users = () => transaction(world.ctx, (tx) => tx.select().from(user))

describe('a provider sign-in is refused', () => {
  /** Returns a browser sent to a provider, and its redirect back. */
  async function onTheWay(provider: ProviderName = 'google'): Promise<{ who: Visitor; back: string }> {
    const who = visitor()
    return { who, back: await who.choose(provider, 'wilma') }
  }

  const end = async (who: Visitor, back: string) => String((await who.get(back)).headers.location)

  test('without a state', async () => {
    const { who, back } = await onTheWay()
    expect(await end(who, back.replace(/state=[^&]+&?/, ''))).toBe(notice('sign-in-expired'))
  })

  test('with a state used before', async () => {
    const { who, back } = await onTheWay()
    expect(await end(who, back)).toBe('/app')
    expect(await end(who, back)).toBe(notice('sign-in-expired'))
  })

  test('with a state used several times at once, except for the first', async () => {
    const { who, back } = await onTheWay()
    const ends = await Promise.all([end(who, back), end(who, back), end(who, back)])
    expect(ends.toSorted()).toEqual(['/app', notice('sign-in-expired'), notice('sign-in-expired')])
  })

  test("with another browser's state, which stays valid there", async () => {
    const { who, back } = await onTheWay()
    const victim = await onTheWay()
    expect(await end(victim.who, back)).toBe(notice('sign-in-expired'))
    expect(await end(visitor(), back)).toBe(notice('sign-in-expired'))
    expect(await end(who, back)).toBe('/app')
  })

  test('with a made-up state, while the right one stays valid', async () => {
    const { who, back } = await onTheWay()
    expect(await end(who, '/connect/google/callback?code=x&state=y')).toBe(notice('sign-in-expired'))
    expect(await end(who, '/connect/google/callback')).toBe(notice('sign-in-expired'))
    expect(await end(who, back)).toBe('/app')
  })

  test('while the database is down', async () => {
    const db = openDatabase('postgres://ann:hush-hush@127.0.0.1:1/nowhere', { poolSize: 1 })
    const lost = await appOf({ ...world.ctx, signIn: outside.apps, db })
    for (const url of ['/connect/google', '/connect/google/callback?code=x&state=y']) {
      expect((await lost.inject(url)).headers.location).toBe(notice('sign-in-failed'))
    }
    expect((await lost.inject('/api/connect/google')).statusCode).toBe(503)
    expect(world.logged.join()).toContain('ECONNREFUSED')
    await lost.close()
    await db.close()
  })

  test('with the state of another provider', async () => {
    const { who, back } = await onTheWay()
    expect(await end(who, back.replace('/google/', '/github/'))).toBe(notice('sign-in-expired'))
  })

  test('after 15 minutes', async () => {
    const { who, back } = await onTheWay()
    world.clock.advance(15 * 60_000)
    expect(await end(who, back)).toBe(notice('sign-in-expired'))
  })

  test.each(providers)("with another browser's code at %s, because of PKCE", async (provider) => {
    const { who, back } = await onTheWay(provider)
    const attacker = await onTheWay(provider)
    const code = new URLSearchParams(attacker.back.split('?')[1]).get('code')!
    expect(await end(who, back.replace(/code=[^&]+/, `code=${code}`))).toBe(notice('sign-in-failed'))
  })

  test.each([
    ['another audience', 'audience'],
    ['another issuer', 'issuer'],
    ['another nonce', 'nonce'],
    ['an expiration in the past', 'stale'],
    ['no signature', 'unsigned'],
    ['a symmetric signature', 'symmetric'],
    ["another key's signature", 'foreignKey'],
  ])('with an ID token with %s', async (_what, idToken) => {
    await outside.behave({ idToken })
    expect(await visitor().signIn('google', 'wilma')).toBe(notice('sign-in-failed'))
  })

  test("with a wrong client secret, and the log has the provider's error", async () => {
    const google = { ...outside.apps.google, clientSecret: 'hush-hush' }
    const misled = await appOf({ ...world.ctx, signIn: { google } })
    expect(await new Visitor(misled, outside).signIn('google', 'wilma')).toBe(notice('sign-in-failed'))
    const lines = world.logged.map((line): Record<string, unknown> => JSON.parse(line))
    expect(lines.findLast(({ msg }) => msg === 'social sign-in failed')).toMatchObject({
      notice: 'sign-in-failed',
      reasons: ['OAUTH_RESPONSE_BODY_ERROR', 'invalid_client'],
    })
    expect(world.logged.join()).not.toContain('hush-hush')
    await misled.close()
  })

  test.each(providers)('if the user cancels at %s', async (provider) => {
    expect(await visitor().signIn(provider, '')).toBe(notice('sign-in-cancelled'))
  })

  test.each(providers)('while %s is down', async (provider) => {
    const { who, back } = await onTheWay(provider)
    await outside.behave({ down: [provider] })
    expect(await end(who, back)).toBe(notice('provider-unavailable'))
  })

  test('at the 301st attempt within 15 minutes', async () => {
    await Promise.all(Array.from({ length: 300 }, () => app.inject('/connect/google')))
    expect((await app.inject('/connect/google')).headers.location).toBe(notice('too-many-attempts'))
    expect((await app.inject('/api/connect/google')).statusCode).toBe(429)
    world.clock.advance(15 * 60_000)
  })

  test('and creates neither an account nor a session', async () => {
    const { who, back } = await onTheWay()
    await outside.behave({ down: ['google'] })
    await end(who, back)
    expect(await users()).toEqual([])
    expect(who.cookie('jwt')).toBeNull()
  })
})

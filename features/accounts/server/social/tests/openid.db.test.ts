import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { appOf } from '#tests/support/seed-data.ts'
import type { TestProviders } from '#tests/support/sign-in-providers.ts'
import { inSocialWorld } from '#tests/support/social-world.ts'
import { Visitor } from '#tests/support/visitor.ts'
import type { World } from '#tests/support/world.ts'
import { socialIdentity } from '../../tables.ts'

let world: World
let outside: TestProviders
/** A server with an OpenID provider that its users call Acme. */
let app: FastifyInstance

inSocialWorld((socialWorld) => {
  ;({ world, outside } = socialWorld)
})
beforeAll(async () => {
  app = await appOf({ ...world.ctx, signIn: { oidc: { ...outside.apps.oidc, name: 'Acme' } } })
  return () => app.close()
})

const visitor = (at = app) => new Visitor(at, outside)
const notice = (name: string) => `/auth/login?notice=${name}`
const users = () => transaction(world.ctx, (tx) => tx.select().from(user))
const me = async (who: Visitor) => (await who.get('/api/users/me')).json()
const bring = (token: string) => app.inject(`/api/auth/oidc/callback?access_token=${token}`)
const logged = () => world.logged.join()

describe('an OpenID provider', () => {
  test('signs in a user whose address it has verified, and pages show its name', async () => {
    const wilma = visitor()
    expect(await wilma.signIn('oidc', 'wilma')).toBe('/app')
    expect(await me(wilma)).toMatchObject({ email: 'wilma@pipewell.example', provider: 'oidc', confirmed: true })
    const identities = await transaction(world.ctx, (tx) => tx.select().from(socialIdentity))
    expect(identities).toMatchObject([{ provider: 'oidc', subject: `${outside.apps.oidc.authUrl} 4101` }])
    expect((await app.inject('/api/config')).json()).toMatchObject({ providers: ['oidc'], oidcName: 'Acme' })
  })

  test('that has not verified the address has the user prove one with a code, which names the provider', async () => {
    const uma = visitor()
    expect(await uma.signIn('oidc', 'uma')).toBe(notice('email-needed'))
    expect(await users()).toEqual([])
    await uma.post('/api/auth/pending-identity/email', { email: 'uma@unsure.example' })
    await world.drain()
    const text = world.mails.at(-1)?.text ?? ''
    expect(text).toContain('with the Acme account')
    const code = /code is (\d{4} \d{4})/.exec(text)?.[1]
    expect((await uma.post('/api/auth/pending-identity/code', { code })).statusCode).toBe(200)
    expect(await me(uma)).toMatchObject({ email: 'uma@unsure.example' })
  })

  test('that is down is named as such before anyone leaves, and works again once it is up', async () => {
    await outside.behave({ down: ['oidc'] })
    expect((await app.inject('/connect/oidc')).headers.location).toBe(notice('provider-unavailable'))
    const api = await app.inject('/api/connect/oidc')
    expect([api.statusCode, api.json().error.name]).toEqual([503, 'ServiceUnavailableError'])
    await outside.behave()
    expect(await visitor().signIn('oidc', 'wilma')).toBe('/app')
  })

  test.each(['missing', 'otherIssuer'])(
    'with a configuration that is %s is reported to the operator',
    async (fault) => {
      await outside.behave({ discovery: fault })
      expect((await app.inject('/connect/oidc')).headers.location).toBe(notice('provider-misconfigured'))
      expect((await app.inject('/api/connect/oidc')).json().error).toMatchObject({ status: 400 })
      expect((await bring('x')).json().error.message).toMatch(/set up correctly/)
      expect(logged()).toContain('OIDC_ISSUER has no OpenID configuration, or one of another issuer')
    },
  )

  test('that replaces another one opens no account of a user with the same id there', async () => {
    const wilma = visitor()
    await wilma.signIn('oidc', 'wilma')
    const authUrl = outside.apps.oidc.authUrl.replace('127.0.0.1', 'localhost')
    const replaced = await appOf({
      ...world.ctx,
      signIn: { oidc: { ...outside.apps.oidc, authUrl, tokenUrl: authUrl } },
    })
    await outside.behave({ emails: { wilma: 'somebody@else.example' } })
    const other = visitor(replaced)
    expect(await other.signIn('oidc', 'wilma')).toBe('/app')
    expect(await me(other)).toMatchObject({ email: 'somebody@else.example' })
    const methods = await replaced.inject({
      url: '/api/users/me/sign-in-methods',
      headers: { cookie: `jwt=${wilma.cookie('jwt')}` },
    })
    expect(methods.json().data.identities).toMatchObject([{ provider: 'oidc', usable: false }])
    await replaced.close()
  })
})

describe('an access token of an OpenID provider', () => {
  test('signs in if the provider says that it was issued to us', async () => {
    const answer = await bring(await outside.token('oidc', 'wilma'))
    expect(answer.json().user).toMatchObject({ email: 'wilma@pipewell.example', confirmed: true })
  })

  test("is refused if it is another app's, or if the provider doesn't tell", async () => {
    const anothers = await bring(await outside.token('oidc', 'wilma', 'anothers'))
    expect(anothers.json().error.message).toBe('This access token was not issued by Acme to this application')
    const ours = await outside.token('oidc', 'wilma')
    await outside.behave({ discovery: 'noIntrospection' })
    expect((await bring(ours)).json().error.message).toBe(
      'Acme does not report which app a token was issued to. Sign in with a browser at http://localhost:3000/connect/oidc',
    )
    expect(await users()).toEqual([])
  })
})

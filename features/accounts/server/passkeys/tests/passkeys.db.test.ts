import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { keyInMail } from '#tests/support/mails.ts'
import { appOf, confirmAddress, type Person, password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Assertion } from '../../../contract-passkeys.ts'
import { codeOf, turnOnTwoFactor } from '../../two-factor/tests/codes.ts'
import { addPasskey, assertionOf, createdPasskey, TestAuthenticator } from './authenticator.ts'

let world: World
let app: FastifyInstance
let people = 0
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(() => ask(world.url, 'delete from throttle'))
afterAll(() => world.close())

async function confirmedUser(): Promise<Person> {
  const person = await signUp(app, `person${++people}@example.com`)
  await confirmAddress(world.url, person)
  return person
}
const add = ({ headers }: Person, data: object) =>
  app.inject({ method: 'POST', url: '/api/users/me/passkeys', headers, payload: { data } })
const listOf = async ({ headers }: Person) => (await app.inject({ url: '/api/users/me/passkeys', headers })).json().data
const signIn = (credential: Assertion, at = app) =>
  at.inject({ method: 'POST', url: '/api/auth/passkey', payload: { credential } })
const refused = "This passkey isn't accepted. It may have been removed. Sign in another way."

describe('a passkey', () => {
  test('is added with the password, mailed, listed without its key, renamed, and removed', async () => {
    const ann = await confirmedUser()
    const { headers } = ann
    const begin = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/users/me/passkey-registration', headers, payload })
    expect((await begin({})).json().error.message).toBe('currentPassword is required to add a passkey')
    expect((await begin({ currentPassword: password })).json().data).toMatchObject({
      rp: { id: 'localhost', name: 'Earshot' },
      user: { name: ann.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const passkey = await createdPasskey(app, ann, new TestAuthenticator())
    const { data } = (await add(ann, passkey)).json()
    expect(data).toEqual({
      ...{ id: data.id, documentId: data.id, name: 'Work laptop', lastUsedAt: null },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String), publishedAt: expect.any(String) },
    })
    expect((await add(ann, passkey)).json().error.details.reason).toBe('expired')
    const url = `/api/users/me/passkeys/${data.id}`
    await app.inject({ method: 'PUT', url, headers, payload: { data: { name: 'Phone' } } })
    expect(await listOf(ann)).toMatchObject([{ name: 'Phone' }])
    const other = await app.inject({
      method: 'POST',
      url: '/api/auth/local',
      payload: { identifier: ann.email, password },
    })
    expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
    expect(await listOf(ann)).toEqual([])
    const authorization = `Bearer ${other.json().jwt}`
    expect((await app.inject({ url: '/api/users/me', headers: { authorization } })).statusCode).toBe(401)
    await world.drain()
    expect(world.mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['A passkey was added', 'A passkey was removed']),
    )
  })

  test('needs a code from users with two-factor sign-in, and then signs in without one', async () => {
    const ann = await confirmedUser()
    const { secret } = await turnOnTwoFactor(app, ann, world.clock.now)
    world.clock.advance(30_000)
    const authenticator = new TestAuthenticator()
    const without = await app.inject({
      method: 'POST',
      url: '/api/users/me/passkey-registration',
      headers: ann.headers,
      payload: { currentPassword: password },
    })
    expect(without.json().error.message).toBe('code is required to add a passkey')
    const code = codeOf(secret, world.clock.now)
    await add(ann, await createdPasskey(app, ann, authenticator, { code }))
    const answer = await signIn(await assertionOf(app, authenticator))
    expect(answer.json()).toMatchObject({ jwt: expect.any(String), user: { id: ann.id } })
    expect(answer.cookies.map(({ name, value }) => [name, value !== ''])).toContainEqual(['jwt', true])
    expect((await listOf(ann))[0].lastUsedAt).toBe(world.clock.now.toISOString())
  })

  test('works in any web process, each challenge once and for an hour', async () => {
    const authenticator = await addPasskey(app, await confirmedUser())
    const elsewhere = await appOf(world.ctx)
    const assertion = await assertionOf(app, authenticator)
    expect((await signIn(assertion, elsewhere)).statusCode).toBe(200)
    expect((await signIn(assertion)).json().error.details.reason).toBe('expired')
    const late = await assertionOf(app, authenticator)
    world.clock.advance(3_600_000)
    expect((await signIn(late)).json().error.details.reason).toBe('expired')
    await elsewhere.close()
  })

  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['without checking the person', { verified: false }],
    ['of a copy, whose counter is behind', { counter: 1 }],
  ])('is refused %s, and the challenge is used up', async (_what, behavior) => {
    const authenticator = await addPasskey(app, await confirmedUser())
    expect((await signIn(await assertionOf(app, authenticator))).statusCode).toBe(200)
    const assertion = await assertionOf(app, authenticator, behavior)
    expect((await signIn(assertion)).json().error.message).toBe(refused)
    expect((await signIn(assertion)).json().error.details.reason).toBe('expired')
  })

  test('of somebody else, unknown, or with a changed signature is refused alike', async () => {
    const [ann, bob] = [await addPasskey(app, await confirmedUser()), await addPasskey(app, await confirmedUser())]
    const [own, foreign] = [await assertionOf(app, ann), await assertionOf(app, bob)]
    const signature = foreign.response.signature
    expect((await signIn({ ...own, response: { ...own.response, signature } })).json().error.message).toBe(refused)
    expect((await signIn(await assertionOf(app, new TestAuthenticator()))).statusCode).toBe(400)
    const { userHandle } = foreign.response
    const mixed = await assertionOf(app, ann)
    expect((await signIn({ ...mixed, response: { ...mixed.response, userHandle } })).json().error.message).toBe(refused)
  })

  test.each([
    ['without checking the person', { verified: false }],
    ['for another site', { origin: 'https://evil.example' }],
  ])('is not added %s', async (_what, behavior) => {
    const ann = await confirmedUser()
    const passkey = await createdPasskey(app, ann, new TestAuthenticator(), behavior)
    expect((await add(ann, passkey)).json().error.message).toMatch(/^This passkey can't be used here/)
    expect(await listOf(ann)).toEqual([])
  })

  test('is removed by a password reset, unless two-factor sign-in is on', async () => {
    const next = 'another horse battery'
    const reset = async ({ email }: Person) => {
      await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
      const code = await keyInMail(world.ctx, email, 'code')
      const payload = { code, password: next, passwordConfirmation: next }
      await app.inject({ method: 'POST', url: '/api/auth/reset-password', payload })
    }
    const [ann, bob] = [await confirmedUser(), await confirmedUser()]
    const [anns, bobs] = [await addPasskey(app, ann), await addPasskey(app, bob)]
    await turnOnTwoFactor(app, bob, world.clock.now)
    await reset(ann)
    await reset(bob)
    expect((await signIn(await assertionOf(app, anns))).json().error.message).toBe(refused)
    expect((await signIn(await assertionOf(app, bobs))).statusCode).toBe(200)
    await world.drain()
    expect(
      world.mails
        .filter(({ to }) => to === ann.email)
        .map(({ text }) => text)
        .join(),
    ).toContain('Your passkeys were removed')
  })

  test('needs a domain name in PUBLIC_URL', async () => {
    const byAddress = await appOf({ ...world.ctx, publicUrl: 'http://127.0.0.1:3000' })
    const answer = await byAddress.inject({ method: 'POST', url: '/api/auth/passkey-challenge' })
    expect(answer.json().error.message).toBe('Passkeys need a domain name, and PUBLIC_URL has none: 127.0.0.1')
    await byAddress.close()
  })
})

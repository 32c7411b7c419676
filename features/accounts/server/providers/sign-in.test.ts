import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { openTestProviders, type TestProviders } from '#tests/support/sign-in-providers.ts'
import { SignInError } from './provider.ts'

import { type Attempt, authorizationUrl, profileOfReturn, profileOfToken } from './sign-in.ts'

let world: TestProviders

beforeAll(async () => {
  world = await openTestProviders()
})

afterEach(() => world.behave())
afterAll(() => world.close())

const attempt: Attempt = { state: 'state-1', verifier: 'v'.repeat(43), nonce: 'nonce-1' }
const issued = (id: string) => expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/sign-in/oidc ${id}$`))
const redirectUri = (name: ProviderName) => `http://localhost:3000/connect/${name}/callback`

/** Returns the URL to which the provider redirects after the user chose an account. */
async function back(name: ProviderName, person: string, asked = attempt): Promise<URL> {
  return world.choose(await authorizationUrl(name, world.apps[name], redirectUri(name), asked), person)
}

async function profile(name: ProviderName, person: string) {
  return profileOfReturn(name, world.apps[name], await back(name, person), attempt)
}

/** Returns why an exchange with a provider failed. */
async function fault(talk: Promise<unknown>): Promise<string> {
  const error = await talk.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SignInError)) throw new Error('it should have failed', { cause: error })
  return error.fault
}

describe('the authorization URL', () => {
  test.each(providers)('for %s contains our app, the state and a hash of the verifier, but no secret', async (name) => {
    const url = await authorizationUrl(name, world.apps[name], redirectUri(name), attempt)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'earshot-in-the-sandbox',
      redirect_uri: redirectUri(name),
      response_type: 'code',
      state: 'state-1',
      code_challenge_method: 'S256',
    })
    expect(url.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(url.href).not.toContain(attempt.verifier)
    expect(url.href).not.toContain('no-secret-in-the-sandbox')
  })
})

describe('a profile', () => {
  test.each([
    ['google', 'wilma', { subject: '4101', username: 'Wilma Welder', email: 'wilma@pipewell.example' }],
    ['github', 'wilma', { subject: '4101', username: 'wilma-welds', email: 'wilma@pipewell.example' }],
    ['reddit', 'wilma', { subject: '35x', username: 'wilma-welds', email: null }],
    ['google', 'uma', { subject: '4103', username: 'Uma Unsure', email: null }],
    ['github', 'uma', { subject: '4103', username: 'uma-unsure', email: null }],
    // The id belongs to the issuer: another one may give it to somebody else.
    ['oidc', 'wilma', { subject: issued('4101'), username: 'Wilma Welder', email: 'wilma@pipewell.example' }],
    ['oidc', 'uma', { subject: issued('4103'), username: 'Uma Unsure', email: null }],
  ] as const)('from %s for %s', async (name, person, expected) => {
    expect(await profile(name, person)).toEqual(expected)
  })

  test.each(['WILMA@Pipewell.example', ' wilma@pipewell.example'])(
    'has the address %j in normalized form',
    async (email) => {
      await world.behave({ emails: { wilma: email } })
      expect(await profile('google', 'wilma')).toMatchObject({ email: 'wilma@pipewell.example' })
    },
  )

  test('from an OpenID provider has the address that only userinfo tells', async () => {
    await world.behave({ thinIdToken: true })
    const named = { username: 'wilma-welds', email: 'wilma@pipewell.example' }
    expect(await profile('oidc', 'wilma')).toMatchObject(named)
    expect(await profile('oidc', 'uma')).toMatchObject({ username: 'uma-unsure', email: null })
  })

  test('has no address if it is not valid here', async () => {
    await world.behave({ emails: { wilma: 'wilma\u200b@pipewell.example' } })
    expect(await profile('github', 'wilma')).toMatchObject({ subject: '4101', email: null })
  })
})

describe('a sign-in is refused', () => {
  test.each([
    ['another audience', 'audience'],
    ['another issuer', 'issuer'],
    ['another nonce', 'nonce'],
    ['an expiration in the past', 'stale'],
    ['no signature', 'unsigned'],
    ['a symmetric signature', 'symmetric'],
    ["another key's signature", 'foreignKey'],
  ])('for an ID token with %s', async (_what, idToken) => {
    await world.behave({ idToken })
    expect(await fault(profile('google', 'wilma'))).toBe('refused')
    expect(await fault(profile('oidc', 'wilma'))).toBe('refused')
  })

  test.each(providers)('for a code of %s that another browser requested with another verifier', async (name) => {
    const foreign = await back(name, 'bruno', { ...attempt, verifier: 'w'.repeat(43) })
    expect(await fault(profileOfReturn(name, world.apps[name], foreign, attempt))).toBe('refused')
  })

  test.each(providers)('for a code of %s that was already used', async (name) => {
    const returned = await back(name, 'wilma')
    await profileOfReturn(name, world.apps[name], returned, attempt)
    expect(await fault(profileOfReturn(name, world.apps[name], returned, attempt))).toBe('refused')
  })

  test.each<[string, (url: URL) => void]>([
    ['another state', (url) => url.searchParams.set('state', 'state-2')],
    ['no state', (url) => url.searchParams.delete('state')],
    ['two states', (url) => url.searchParams.append('state', 'state-1')],
    ['no code', (url) => url.searchParams.delete('code')],
    ['two codes', (url) => url.searchParams.append('code', 'x')],
    ['another issuer', (url) => url.searchParams.set('iss', 'https://evil.example')],
    ['an error', (url) => url.searchParams.set('error', 'server_error')],
  ])('for a redirect with %s', async (_what, change) => {
    const returned = await back('google', 'wilma')
    change(returned)
    expect(await fault(profileOfReturn('google', world.apps.google, returned, attempt))).toBe('refused')
  })

  test.each(providers)('if the user cancels at %s', async (name) => {
    expect(await fault(profile(name, ''))).toBe('cancelled')
  })

  test.each(providers)('while %s is down', async (name) => {
    const returned = await back(name, 'wilma')
    await world.behave({ down: [name] })
    expect(await fault(profileOfReturn(name, world.apps[name], returned, attempt))).toBe('unavailable')
  })

  test.each(providers)('for an endless response of %s', async (name) => {
    const returned = await back(name, 'wilma')
    await world.behave({ endless: [name] })
    expect(await fault(profileOfReturn(name, world.apps[name], returned, attempt))).toBe('refused')
  })

  test.each(['missing', 'otherIssuer'])('if the OpenID configuration is %s, also before leaving', async (discovery) => {
    const returned = await back('oidc', 'wilma')
    await world.behave({ discovery })
    expect(await fault(back('oidc', 'wilma'))).toBe('misconfigured')
    expect(await fault(profileOfReturn('oidc', world.apps.oidc, returned, attempt))).toBe('misconfigured')
  })

  test('if the provider does not accept our secret', async () => {
    for (const name of providers) {
      const returned = await back(name, 'wilma')
      const app = { ...world.apps[name], clientSecret: 'another' }
      expect(await fault(profileOfReturn(name, app, returned, attempt))).toBe('refused')
    }
  })
})

describe('an access token from a client', () => {
  test.each(['google', 'github', 'oidc'] as const)('issued to us by %s identifies the user', async (name) => {
    const token = await world.token(name, 'wilma')
    const { subject, email } = await profile(name, 'wilma')
    expect(await profileOfToken(name, world.apps[name], token)).toMatchObject({ subject, email })
  })

  test.each(['google', 'github', 'oidc'] as const)('issued by %s to another app is refused', async (name) => {
    const token = await world.token(name, 'wilma', 'anothers')
    expect(token).toMatch(/^.{32}$/)
    expect(await fault(profileOfToken(name, world.apps[name], token))).toBe('refused')
  })

  test.each(['google', 'github', 'oidc'] as const)('unknown to %s is refused', async (name) => {
    expect(await fault(profileOfToken(name, world.apps[name], 'nonsense&aud=earshot'))).toBe('refused')
  })

  test('of Reddit is always refused, and of an OpenID provider that tells nothing about tokens', async () => {
    const token = await world.token('oidc', 'wilma')
    await world.behave({ discovery: 'noIntrospection' })
    expect(await fault(profileOfToken('oidc', world.apps.oidc, token))).toBe('unproven')
    expect(await fault(profileOfToken('reddit', world.apps.reddit, await world.token('reddit', 'wilma')))).toBe(
      'unproven',
    )
  })
})

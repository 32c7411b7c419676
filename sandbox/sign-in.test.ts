import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProviderName, providers } from '#platform/contract/sign-in.ts'
import { addressesOf, sandboxServer } from './server.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = sandboxServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = addressesOf(server).signIn.url
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const pages: Record<ProviderName, string> = {
  google: '/o/oauth2/v2/auth',
  github: '/login/oauth/authorize',
  reddit: '/api/v1/authorize',
  oidc: '/authorize',
}
const tokens = { google: '/token', github: '/login/oauth/access_token', reddit: '/api/v1/access_token', oidc: '/token' }

/** Requests authorization as our app does, with changed parameters. */
function authorize(provider: ProviderName, changed: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: addressesOf(server).signIn.app.clientId,
    redirect_uri: `http://localhost:3000/connect/${provider}/callback`,
    response_type: 'code',
    state: 'state-1',
    ...changed,
  })
  return fetch(`${url}/${provider}${pages[provider]}?${query}`, { redirect: 'manual' })
}

async function redeem(provider: ProviderName, headers: Record<string, string> = {}): Promise<Response> {
  const back = new URL((await authorize(provider, { person: 'wilma' })).headers.get('location')!)
  const { clientId, clientSecret } = addressesOf(server).signIn.app
  return fetch(`${url}/${provider}${tokens[provider]}`, {
    method: 'POST',
    headers: {
      'user-agent': 'test/1',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      ...headers,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code')!,
      redirect_uri: `http://localhost:3000/connect/${provider}/callback`,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
}

describe.each(providers)('the page of %s', (provider) => {
  test('offers every person, and a way to cancel', async () => {
    const html = await (await authorize(provider)).text()
    for (const { name } of addressesOf(server).signIn.people) expect(html).toContain(name)
    expect(html).toContain('Cancel')
  })

  test('redirects with a code and the state, or with a refusal', async () => {
    const [yes, no] = [await authorize(provider, { person: 'wilma' }), await authorize(provider, { person: '' })]
    const back = new URL(yes.headers.get('location')!)
    expect(`${back.origin}${back.pathname}`).toBe(`http://localhost:3000/connect/${provider}/callback`)
    expect(back.searchParams.get('state')).toBe('state-1')
    expect(back.searchParams.get('code')).toMatch(/^[\w-]{32}$/)
    expect(new URL(no.headers.get('location')!).search).toBe('?state=state-1&error=access_denied')
  })

  test.each<Record<string, string>>([
    { redirect_uri: 'https://evil.example/connect/callback' },
    { redirect_uri: `http://localhost:3000/connect/${provider}/callback/more` },
    { redirect_uri: `http://localhost.evil.example/connect/${provider}/callback` },
    { redirect_uri: 'javascript:alert(1)' },
    { client_id: 'nobody' },
    { response_type: 'token' },
  ])('does not redirect with %j', async (changed) => {
    const answer = await authorize(provider, { ...changed, person: 'wilma' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })

  test('escapes text from the request', async () => {
    const html = await (await authorize(provider, { state: '"><script>alert(1)</script>' })).text()
    expect(html).not.toContain('<script>')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })
})

describe('the protocol of each provider', () => {
  test('GitHub answers with a form unless JSON is requested, and with 200 for an invalid code', async () => {
    const form = new URLSearchParams(await (await redeem('github')).text())
    expect(form.get('token_type')).toBe('bearer')
    const json = await redeem('github', { accept: 'application/json' })
    expect(Object.keys((await json.json()) as object)).toEqual(['access_token', 'scope', 'token_type'])
    const body = new URLSearchParams({ code: 'nonsense', client_id: 'nobody', client_secret: 'x' })
    const wrong = await fetch(`${url}/github${tokens.github}`, { method: 'POST', body })
    expect([wrong.status, new URLSearchParams(await wrong.text()).get('error')]).toEqual([
      200,
      'incorrect_client_credentials',
    ])
  })

  test('Reddit requires a user agent with a name and version', async () => {
    expect((await redeem('reddit', { 'user-agent': 'somebody' })).status).toBe(429)
    expect((await redeem('reddit', { authorization: '' })).status).toBe(401)
    expect((await redeem('reddit')).status).toBe(200)
  })

  test('Google issues an ID token that its published key verifies', async () => {
    const { id_token: token } = (await (await redeem('google')).json()) as { id_token: string }
    const [head = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    const { keys } = (await (await fetch(`${url}/google/oauth2/v3/certs`)).json()) as { keys: { kid: string }[] }
    expect(JSON.parse(head)).toMatchObject({ alg: 'RS256', kid: keys[0]?.kid })
    expect(JSON.parse(claims)).toMatchObject({ iss: `${url}/google`, sub: '4101', email_verified: true })
  })
})

test('the providers behave as scripted and reject unknown settings', async () => {
  const tell = (words: object) => fetch(`${url}/behaviour`, { method: 'PUT', body: JSON.stringify(words) })
  expect((await tell({ down: ['google'] })).status).toBe(200)
  expect((await authorize('google')).status).toBe(503)
  expect((await authorize('github')).status).toBe(200)
  expect((await tell({ mood: 'bad' })).status).toBe(400)
  expect((await tell({})).status).toBe(200)
  expect((await authorize('google')).status).toBe(200)
})

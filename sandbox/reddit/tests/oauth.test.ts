import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TestClient } from './client.ts'

let client: TestClient
beforeEach(async () => {
  client = await TestClient.open()
}, 60_000)
afterEach(() => client.close())

const callback = 'http://localhost:3000/connect/reddit/callback'
const day = 86_400_000

/** Authorizes the app on Reddit's page and returns the code. */
async function agree(duration: 'permanent' | 'temporary', scope = 'identity read'): Promise<string> {
  const query = new URLSearchParams({
    client_id: client.known.clientId,
    redirect_uri: callback,
    response_type: 'code',
    state: 's',
    person: 'wilma',
    scope,
    duration,
  })
  const { headers } = await client.visit(`/api/v1/authorize?${query}`)
  return new URL(headers.get('location')!).searchParams.get('code')!
}

const redeem = (code: string) => client.grant({ grant_type: 'authorization_code', code, redirect_uri: callback })
const refresh = (token: string) => client.grant({ grant_type: 'refresh_token', refresh_token: token })
const me = (token: string) => client.get<{ name?: string }>('/api/v1/me', { authorization: `bearer ${token}` })

describe('a grant', () => {
  test("by password works only for the app's developer", async () => {
    const { username } = client.known
    expect((await me(await client.signIn())).body.name).toBe(username)
    const wrong = await client.grant({ grant_type: 'password', username, password: 'guessed' })
    expect([wrong.status, wrong.body]).toEqual([200, { error: 'invalid_grant' }])
    const other = await client.grant({ grant_type: 'password', username: 'ada_oaks', password: '' })
    expect(other.body).toEqual({ error: 'invalid_grant' })
  })

  test('for the app alone can read but has no user', async () => {
    client.token = await client.signIn('*', 'client_credentials')
    expect((await client.get('/r/all/new')).status).toBe(200)
    expect((await me(client.token)).status).toBe(403)
    const { body } = await client.post('/api/comment', { thing_id: 't3_1', text: 'Hello' })
    expect(body).toEqual({ json: { errors: [['USER_REQUIRED', 'Please log in to do that.', null]] } })
  })

  test('by code lasts a day, or until it is revoked if it has a refresh token', async () => {
    const short = (await redeem(await agree('temporary'))).body
    expect(Object.keys(short)).toEqual(['access_token', 'token_type', 'expires_in', 'scope'])
    const long = (await redeem(await agree('permanent'))).body
    expect((await me(long.access_token!)).body.name).toBe('wilma-welds')

    client.time += day
    expect((await me(long.access_token!)).status).toBe(401)
    const renewed = (await refresh(long.refresh_token!)).body
    expect(renewed).toMatchObject({ refresh_token: long.refresh_token, scope: 'identity read' })
    expect((await me(renewed.access_token!)).body.name).toBe('wilma-welds')

    const { clientId, clientSecret } = client.known
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const revoked = await client.ask('POST', '/api/v1/revoke_token', { token: long.refresh_token! }, { authorization })
    expect([revoked.status, revoked.text]).toEqual([200, ''])
    expect((await me(renewed.access_token!)).status).toBe(401)
    expect((await refresh(long.refresh_token!)).status).toBe(400)
  })

  test('by code works once', async () => {
    const code = await agree('permanent')
    expect((await redeem(code)).body.access_token).toEqual(expect.any(String))
    expect((await redeem(code)).body).toEqual({ error: 'invalid_grant' })
  })

  test('with a wrong secret is refused', async () => {
    const authorization = `Basic ${Buffer.from(`${client.known.clientId}:guessed`).toString('base64')}`
    const { status } = await client.ask(
      'POST',
      '/api/v1/access_token',
      { grant_type: 'client_credentials' },
      { authorization },
    )
    expect(status).toBe(401)
  })

  test('covers only the agreed scope', async () => {
    const { access_token: token } = (await redeem(await agree('temporary', 'identity'))).body
    const status = async (path: string) => (await client.get(path, { authorization: `bearer ${token}` })).status
    expect([await status('/api/v1/me'), await status('/r/all/new'), await status('/message/inbox')]).toEqual([
      200, 403, 403,
    ])
  })
})

test.each([
  ['no name', ''],
  ['no version', 'earshot'],
  ['the name of a library', 'python-requests/2.28.1'],
])('an app with %s is rate-limited', async (_, agent) => {
  const { status } = await client.get('/r/all/new', { 'user-agent': agent })
  expect(status).toBe(429)
})

test('an app has a thousand requests in ten minutes, and headers show how many are left', async () => {
  await client.tell('limits', { perWindow: 2 })
  const left = async () => {
    const { status, headers } = await client.get('/api/v1/me')
    return [status, ...['used', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))]
  }
  expect(await left()).toEqual([200, '1', '1.0', '600'])
  client.time += 10_000
  expect(await left()).toEqual([200, '2', '0.0', '590'])
  expect(await left()).toEqual([429, '2', '0.0', '590'])
  client.time += 590_000
  expect(await left()).toEqual([200, '1', '1.0', '600'])
})

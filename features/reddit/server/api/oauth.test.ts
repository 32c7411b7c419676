import { describe, expect, test } from 'vitest'
import type { Answer, Question } from '#platform/server/services.ts'
import { answered, app, now } from '#tests/support/reddit-answers.ts'
import { ExchangeError } from './exchange.ts'
import { accountScopes, type Grant, permissionPage, requestToken, revokeToken } from './oauth.ts'

const circumstances = { now, failures: 0 }
const granted = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'identity read' }

const grants: Record<Grant['kind'], Grant> = {
  app: { kind: 'app' },
  code: { kind: 'code', code: 'code-1', redirectUri: 'https://leads.example/connect/reddit/callback' },
  refresh: { kind: 'refresh', refreshToken: 'r-1' },
}

/** Requests a token from a server with this response; returns the outcome and the request. */
async function asked(grant: Grant, answer: Answer | Error) {
  const questions: Question[] = []
  const outcome = await requestToken(
    app,
    async (question) => {
      questions.push(question)
      if (answer instanceof Error) throw answer
      return answer
    },
    grant,
    circumstances,
  )
  return { outcome, question: questions[0]!, form: Object.fromEntries(new URLSearchParams(questions[0]!.body)) }
}

test('the authorization page asks for permanent access', () => {
  const redirectUri = 'https://leads.example/connect/reddit/callback'
  const page = permissionPage(app, { state: 's-1', redirectUri, scopes: accountScopes })
  expect(`${page.origin}${page.pathname}`).toBe('https://auth.example/api/v1/authorize')
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: 'app-1',
    response_type: 'code',
    state: 's-1',
    redirect_uri: redirectUri,
    duration: 'permanent',
    scope: 'identity read history mysubreddits privatemessages submit',
  })
})

describe('a token', () => {
  test.each<[Grant['kind'], object]>([
    ['app', { grant_type: 'client_credentials' }],
    [
      'code',
      {
        grant_type: 'authorization_code',
        code: 'code-1',
        redirect_uri: 'https://leads.example/connect/reddit/callback',
      },
    ],
    ['refresh', { grant_type: 'refresh_token', refresh_token: 'r-1' }],
  ])('is requested with %s, by client id and secret', async (kind, expected) => {
    const { outcome, question, form } = await asked(grants[kind], answered(200, granted))
    expect(form).toEqual(expected)
    expect(question.url.href).toBe('https://auth.example/api/v1/access_token')
    expect(question.headers.authorization).toBe(`Basic ${btoa('app-1:secret-1')}`)
    const value = { accessToken: 'a-1', expiresAt: now + 3_600_000, refreshToken: null, scopes: ['identity', 'read'] }
    expect(outcome).toEqual({ state: 'ok', value })
  })

  test.each<[string, Answer]>([
    ['a used code', answered(200, { error: 'invalid_grant' })],
    ['a revoked token', answered(400, { message: 'Bad Request', error: 400 })],
    ['an invalid grant with status 400', answered(400, { error: 'invalid_grant' })],
  ])('is refused for %s: the account has to reconnect', async (_what, answer) => {
    const refused = { state: 'signIn', because: 'grantRefused' }
    expect((await asked(grants.refresh, answer)).outcome).toEqual(refused)
    expect((await asked(grants.code, answer)).outcome).toEqual(refused)
    expect((await asked(grants.app, answer)).outcome).toMatchObject({ state: 'never', because: 'appRefused' })
  })

  test.each<[string, Answer]>([
    ['with a wrong secret', answered(401, { message: 'Unauthorized', error: 401 })],
    ['that is not allowed this grant type', answered(200, { error: 'unsupported_grant_type' })],
    ['that is unknown', answered(400, { error: 'invalid_client' })],
  ])('is refused for an app %s, which its operator has to fix', async (_what, answer) => {
    for (const grant of Object.values(grants)) {
      expect((await asked(grant, answer)).outcome).toMatchObject({ state: 'never', because: 'appRefused' })
    }
  })

  test.each<[string, Answer | Error, object]>([
    [
      'too many requests',
      answered(429, { message: 'Too Many Requests', error: 429 }),
      { because: 'limited', at: now + 60_000 },
    ],
    ['a server error', answered(503, { error: 'invalid_grant' }), { because: 'failing', at: now + 15_000 }],
    ['no response', new ExchangeError('slow'), { because: 'slow', at: now + 15_000 }],
    ['an HTML page', answered(200, '<html>', { 'content-type': 'text/html' }), { because: 'page', at: now + 900_000 }],
    [
      'an unknown token type',
      answered(200, { ...granted, token_type: 'mac' }),
      { because: 'nonsense', at: now + 15_000 },
    ],
    [
      'a token without an expiration',
      answered(200, { ...granted, expires_in: null }),
      { because: 'nonsense', at: now + 15_000 },
    ],
    ['an empty token', answered(200, { ...granted, access_token: '' }), { because: 'nonsense', at: now + 15_000 }],
  ])('is requested again later after this: %s', async (_what, answer, expected) => {
    expect((await asked(grants.refresh, answer)).outcome).toEqual({ state: 'later', ...expected })
  })
})

describe('revoking a token', () => {
  const give = (answer: Answer) => revokeToken(app, async () => answer, 'r-1', circumstances)

  test.each([200, 204])('succeeds with status %d', async (status) => {
    expect(await give(answered(status, ''))).toEqual({ state: 'ok', value: null })
  })

  test('is retried later after a failure', async () => {
    expect(await give(answered(502, ''))).toMatchObject({ state: 'later', because: 'failing' })
  })
})

import { describe, expect, test } from 'vitest'
import { answered, apiAnswering, now } from '#tests/support/reddit-answers.ts'
import { callReddit } from './api.ts'
import { ExchangeError } from './exchange.ts'
import { retryLater, signIn } from './outcome.ts'

const question = { path: '/r/CRM/new', query: { limit: 100, after: undefined }, purpose: 'listen' } as const
const anything = (body: unknown) => body
const json = answered(200, { kind: 'Listing' })
const stranger = answered(401, { error: 401 })

describe('a request', () => {
  test('identifies the app, carries the token, and asks for raw texts', async () => {
    const { api, questions } = apiAnswering(json)
    expect(await callReddit(api, question, anything)).toEqual({ state: 'ok', value: { kind: 'Listing' } })
    expect(questions.map(({ method, url }) => [method, url.href])).toEqual([
      ['GET', 'https://api.example/r/CRM/new?limit=100&raw_json=1'],
    ])
    expect(questions[0]!.headers).toMatchObject({
      'user-agent': 'web:com.example.leads:1.0 (by /u/wilma)',
      authorization: 'bearer token-1',
    })
  })

  test('is sent only if the governor allows it; otherwise the outcome says when to retry', async () => {
    const { api, questions } = apiAnswering(json)
    const wait = retryLater('governed', now + 600)
    api.governor.take = async (purpose) => (purpose === 'listen' ? wait : { state: 'go' })
    expect(await callReddit(api, question, anything)).toEqual(wait)
    expect(await callReddit(api, { ...question, purpose: 'action' }, anything)).toMatchObject({ state: 'ok' })
    expect(questions).toHaveLength(1)
  })

  test('uses none of the rate limit while there is no token', async () => {
    const { api } = apiAnswering(json)
    api.tokens.get = async () => signIn('notConnected')
    api.governor.take = () => Promise.reject(new Error('asked for leave'))
    expect(await callReddit(api, question, anything)).toEqual(signIn('notConnected'))
  })
})

describe('a rejected token', () => {
  test('is renewed, and the request is sent again', async () => {
    const { api, questions, refused } = apiAnswering(stranger, json)
    expect(await callReddit(api, question, anything)).toMatchObject({ state: 'ok' })
    expect(refused).toEqual(['token-1'])
    expect(questions.map(({ headers }) => headers.authorization)).toEqual(['bearer token-1', 'bearer token-2'])
  })

  test('that is rejected again requires the user to sign in', async () => {
    const { api, questions } = apiAnswering(stranger)
    expect(await callReddit(api, question, anything)).toEqual({ state: 'signIn', because: 'tokenRefused' })
    expect(questions).toHaveLength(2)
  })
})

describe('the rate limit', () => {
  test('is reported to the governor with every response, including errors', async () => {
    const headers = { 'x-ratelimit-used': '3', 'x-ratelimit-remaining': '997.0', 'x-ratelimit-reset': '44' }
    const { api, heard } = apiAnswering(answered(200, {}, headers), answered(404, {}, headers))
    await callReddit(api, question, anything)
    await callReddit(api, question, anything)
    expect(heard).toEqual(Array(2).fill({ used: 3, remaining: 997, resetSeconds: 44 }))
  })

  test.each(['-1', 'NaN', '1e9', '', '99999999'])('is ignored if the header is %j', async (used) => {
    const headers = { 'x-ratelimit-used': used, 'x-ratelimit-remaining': '997', 'x-ratelimit-reset': '44' }
    const { api, heard } = apiAnswering(answered(200, {}, headers))
    await callReddit(api, question, anything)
    expect(heard).toEqual([])
  })

  test('pauses all requests once it is reached', async () => {
    const { api, pausedUntil } = apiAnswering(answered(429, '', { 'retry-after': '9' }))
    expect(await callReddit(api, question, anything)).toEqual(retryLater('limited', now + 9000))
    expect(pausedUntil).toEqual([now + 9000])
  })

  test('is not paused by a failure of Reddit or of one account', async () => {
    const words = answered(200, { json: { errors: [['RATELIMIT', 'try again in 1 minute.', 'ratelimit']] } })
    const { api, pausedUntil } = apiAnswering(answered(503, ''), words)
    await callReddit(api, question, anything)
    await callReddit(api, question, anything)
    expect(pausedUntil).toEqual([])
  })
})

describe('a redirect', () => {
  const to = (location: string, status = 301) => answered(status, '', { location })

  test.each(['/r/CustomerRelations/new?raw_json=1', 'https://api.example/r/CustomerRelations/new?raw_json=1'])(
    'on the same host is followed: %s',
    async (location) => {
      const { api, questions } = apiAnswering(to(location), json)
      expect(await callReddit(api, question, anything)).toMatchObject({ state: 'ok' })
      expect(questions[1]!.url.href).toBe('https://api.example/r/CustomerRelations/new?raw_json=1')
    },
  )

  test.each(['https://evil.example/', '//evil.example/', 'http://api.example/r/CRM/new', 'https://api.example:444/'])(
    'to %s is not followed, so that the token stays with Reddit',
    async (location) => {
      const { api, questions } = apiAnswering(to(location), json)
      expect(await callReddit(api, question, anything)).toMatchObject({ state: 'never', because: 'misasked' })
      expect(questions).toHaveLength(1)
    },
  )

  test('loop is cut off', async () => {
    const { api, questions } = apiAnswering(to('/r/CRM/new'))
    expect(await callReddit(api, question, anything)).toMatchObject({ state: 'never' })
    expect(questions).toHaveLength(3)
  })

  test('to a search means that the community does not exist', async () => {
    const { api, questions } = apiAnswering(to('/subreddits/search?q=CRM', 302), json)
    expect(await callReddit(api, question, anything)).toMatchObject({ state: 'never', because: 'missing' })
    expect(questions).toHaveLength(1)
  })
})

test.each(['unreachable', 'slow', 'huge', 'broken'] as const)(
  'an incomplete response (%s) is retried later',
  async (fault) => {
    const { api } = apiAnswering(new ExchangeError(fault))
    expect(await callReddit(api, { ...question, failures: 1 }, anything)).toEqual(retryLater(fault, now + 30_000))
  },
)

test('an unexpected response is retried later', async () => {
  const { api } = apiAnswering(json)
  expect(await callReddit(api, question, () => null)).toEqual(retryLater('nonsense', now + 15_000))
})

test('an error of our own code is thrown', async () => {
  const { api } = apiAnswering(new TypeError('ours'))
  await expect(callReddit(api, question, anything)).rejects.toThrow('ours')
})

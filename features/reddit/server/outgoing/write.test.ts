import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RedditApp } from '#platform/server/services.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { answered, apiAnswering, now } from '#tests/support/reddit-answers.ts'
import type { RedditApi } from '../api/api.ts'
import { openExchange } from '../api/exchange.ts'
import { newPosts, userItems } from '../api/listings.ts'
import { readMessages } from '../api/messages.ts'
import { accountScopes, permissionPage, requestToken } from '../api/oauth.ts'
import { type Outcome, ok } from '../api/outcome.ts'
import { readMe } from '../api/people.ts'
import { answerMessage, composeMessage, postComment, type WriteOutcome } from './write.ts'

/** Writes to the sandbox over real connections, as a connected account. */
let server: Server
let app: RedditApp
let api: RedditApi
let me: string
const bounds = { headersMs: 400, betweenBytesMs: 400, totalMs: 2_500, bytes: 3_000_000 }
const soon = () => ({ before: Date.now() + 60_000 })
const taken: string[] = []

beforeAll(async () => {
  server = sandboxServer({ community: smallCommunity, days: 2, now: Date.now }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { url, clientId, clientSecret } = addressesOf(server).reddit
  app = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  const exchange = openExchange(bounds)
  const redirectUri = 'http://localhost:3000/connect/reddit/callback'
  const page = permissionPage(app, { state: 's-1', redirectUri, scopes: accountScopes })
  page.searchParams.set('person', 'wilma')
  const back = new URL((await fetch(page, { redirect: 'manual' })).headers.get('location')!)
  const grant = { kind: 'code', code: back.searchParams.get('code')!, redirectUri } as const
  const { accessToken } = valueIn(await requestToken(app, exchange, grant, { now: Date.now(), failures: 0 }))
  api = {
    ...{ app, exchange, now: Date.now },
    governor: {
      take: async (purpose) => {
        taken.push(purpose)
        return { state: 'go' }
      },
      recordRate: async () => {},
      pause: async () => {},
    },
    tokens: { get: async () => ok(accessToken), refuse: async () => {} },
  }
  me = valueIn(await readMe(api)).name
})
afterEach(() => tell('behaviour', { behaviour: 'well' }))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function tell(what: string, words: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app.apiUrl}/control/${what}`, { method: 'PUT', headers, body: JSON.stringify(words) })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as Record<string, string>
}

function valueIn<T>(outcome: Outcome<T> | WriteOutcome<T>): T {
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

const greet = (to: string, text = 'Hello *there*') => composeMessage(api, { to, subject: 'Your kettle', text }, soon())
const sentTexts = async () => valueIn(await readMessages(api, 'sent', {})).messages.map(({ to, body }) => [to, body])

describe('on Reddit', () => {
  test('a message arrives once, and its answer is answered', async () => {
    expect(await greet('ada_oaks')).toEqual({ state: 'ok', value: { name: null, permalink: null } })
    expect(await sentTexts()).toEqual([['ada_oaks', 'Hello *there*']])
    expect(taken.at(-2)).toBe('action')
    await tell('messages', { from: 'ada_oaks', to: me, subject: 're: Your kettle', body: 'Hi' })
    const [received] = valueIn(await readMessages(api, 'inbox', {})).messages
    const parent = received!.name as `t4_${string}`
    const answer = valueIn(await answerMessage(api, { parent, text: 'How are you?' }, soon()))
    expect(answer.name).toMatch(/^t4_/)
    const [newest] = valueIn(await readMessages(api, 'sent', {})).messages
    expect(newest).toMatchObject({ name: answer.name, parent, to: 'ada_oaks', body: 'How are you?' })
  })

  test('a comment has a name and a path', async () => {
    const [post] = valueIn(await newPosts(api, ['kettles'], { limit: 1 })).records
    const made = valueIn(await postComment(api, { parent: `t3_${post!.id}`, text: 'Copper & <steel>' }, soon()))
    expect(made.permalink).toContain(`/comments/${post!.id}/`)
    const [own] = valueIn(await userItems(api, me, 'comments', { limit: 1 })).records
    expect([`t1_${own!.id}`, own!.body]).toEqual([made.name, 'Copper & <steel>'])
  })

  test.each([
    ['trusts only some people', { messages: 'trusted' }, 'unwilling'],
    ['only chats', { messages: 'chat' }, 'unwilling'],
    ['left', { standing: 'left' }, 'missing'],
  ])('a person who %s gets nothing, ever', async (_what, change, because) => {
    await tell('people/ben_birch', change)
    expect(await greet('ben_birch')).toMatchObject({ state: 'never', because, words: expect.any(String) })
    await tell('people/ben_birch', { messages: 'open', standing: 'well' })
  })

  test('a suspended account and a locked thread are refused', async () => {
    const [post] = valueIn(await newPosts(api, ['hedgehogs'], { limit: 1 })).records
    const parent = `t3_${post!.id}`
    await tell(`things/${parent}`, { action: 'lock' })
    expect(await postComment(api, { parent, text: 'Hi' }, soon())).toMatchObject({ state: 'never', because: 'closed' })
    await tell(`people/${me}`, { standing: 'suspended' })
    expect(await greet('ada_oaks')).toMatchObject({ state: 'never', because: 'forbidden' })
    await tell(`people/${me}`, { standing: 'well' })
  })

  test('after the given time, nothing is sent', async () => {
    const before = await sentTexts()
    const late = { before: Date.now() }
    expect(await composeMessage(api, { to: 'ada_oaks', subject: 'Hi', text: 'Late' }, late)).toMatchObject({
      ...{ state: 'later', because: 'governed' },
    })
    expect(await sentTexts()).toEqual(before)
  })

  test.each([
    ['fail', 'unknown', false],
    ['down', 'unknown', false],
    ['nonsense', 'unknown', false],
    ['stall', 'unknown', true],
    ['drop', 'unknown', true],
    ['broken', 'unknown', true],
    ['slow', 'unknown', true],
    ['endless', 'unknown', true],
    ['busy', 'later', false],
    ['wordless', 'later', false],
    ['patience', 'later', false],
    ['refuse', 'never', false],
    ['forbidden', 'never', false],
    ['elsewhere', 'never', false],
    ['unknown', 'signIn', false],
  ])('the behavior %s is %s and may have acted', async (behaviour, state, acts) => {
    const before = await sentTexts()
    await tell('behaviour', { behaviour, path: '/api/compose' })
    expect(await greet('ada_oaks', `While ${behaviour}`)).toMatchObject({ state })
    const after = await sentTexts()
    expect(after.length - before.length).toBe(acts ? 1 : 0)
  })

  test('a rejected token is renewed, and the message sent once', async () => {
    const before = await sentTexts()
    await tell('behaviour', { behaviour: 'unknown', path: '/api/compose', times: 1 })
    expect(await greet('ada_oaks', 'Again')).toMatchObject({ state: 'ok' })
    expect((await sentTexts()).length - before.length).toBe(1)
  })

  test('that cannot be reached, nothing is sent, and a retry is safe', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as { port: number }
    closed.close()
    await once(closed, 'close')
    const away = { ...api, app: { ...app, apiUrl: `http://127.0.0.1:${port}` } }
    const outcome = await composeMessage(away, { to: 'ada_oaks', subject: 'Hi', text: 'Hi' }, soon())
    expect(outcome).toMatchObject({ state: 'later', because: 'unreachable' })
  })
})

describe('an answer', () => {
  const form = { to: 'mara', subject: 'Hi', text: 'Hello' }
  const write = async (...answers: Parameters<typeof apiAnswering>) => {
    const { api: written, questions } = apiAnswering(...answers)
    return { outcome: await composeMessage(written, form, { before: now + 1 }), questions }
  }
  const errors = (...each: string[][]) => answered(200, { json: { errors: each } })

  test.each([
    [
      ['RATELIMIT', 'Take a break for 7 minutes before trying again.', 'ratelimit'],
      { state: 'later', at: now + 421_000 },
    ],
    [['RATELIMIT', 'try again in 9 seconds', 'ratelimit'], { state: 'later', at: now + 10_000 }],
    [['INVALID_USER', 'invalid', 'to'], { state: 'never', because: 'missing' }],
    [['USER_DOESNT_EXIST', 'no such user', 'to'], { state: 'never', because: 'missing' }],
    [['NO_USER', 'please enter a username', 'to'], { state: 'never', because: 'missing' }],
    [['NOT_WHITELISTED_BY_USER_MESSAGE', "can't", 'to'], { state: 'never', because: 'unwilling' }],
    [['RESTRICTED_TO_PM', 'no messages', 'to'], { state: 'never', because: 'unwilling' }],
    [['USER_BLOCKED', 'blocked', 'to'], { state: 'never', because: 'unwilling' }],
    [['BAD_CAPTCHA', 'care to try again', 'captcha'], { state: 'never', because: 'captcha' }],
    [['SOMETHING_NEW', 'no', null as unknown as string], { state: 'never', because: 'refused' }],
  ])('with the error %j', async (error, expected) => {
    expect((await write(errors(error))).outcome).toMatchObject(expected)
  })

  test.each([
    ['that is empty', answered(200, '')],
    ['of another kind', answered(200, { kind: 'Listing' })],
    ['with errors of an unknown form', answered(200, { json: { errors: 'none' } })],
  ])('%s may mean that Reddit acted', async (_what, answer) => {
    expect((await write(answer)).outcome).toEqual({ state: 'unknown' })
  })

  test('to a second rejected token is the end', async () => {
    const { outcome, questions } = await write(answered(401, { error: 401 }))
    expect(outcome).toEqual({ state: 'signIn', because: 'tokenRefused' })
    expect(questions.map(({ headers }) => headers.authorization)).toEqual(['bearer token-1', 'bearer token-2'])
    expect(questions[0]!.body).toBe('api_type=json&to=mara&subject=Hi&text=Hello')
  })
})

import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RedditApp } from '#platform/server/services.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import type { RedditApi } from './api.ts'
import { readCommunity, readPostRequirements, readRules } from './communities.ts'
import { openExchange } from './exchange.ts'

import { lookUpItems } from './info.ts'
import { newComments, newPosts, searchPosts, userItems } from './listings.ts'
import { readMessages } from './messages.ts'
import { accountScopes, permissionPage, requestToken, revokeToken } from './oauth.ts'
import { type Outcome, ok } from './outcome.ts'
import { readMe, readUser } from './people.ts'
import { readThread } from './threads.ts'

/** Tests the client against the sandbox over a real connection, to check here that it behaves like Reddit. */
let server: Server
let app: RedditApp
let heard = 0
const bounds = { headersMs: 400, betweenBytesMs: 400, totalMs: 2_500, bytes: 3_000_000 }
const exchange = openExchange(bounds)
const circumstances = () => ({ now: Date.now(), failures: 0 })
const redirectUri = 'http://localhost:3000/connect/reddit/callback'

beforeAll(async () => {
  server = sandboxServer({ community: smallCommunity, days: 4, now: Date.now }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { url, clientId, clientSecret } = addressesOf(server).reddit
  app = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
})

afterEach(() => tell('behaviour', { behaviour: 'well' }))

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function tell(what: string, words: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${app.apiUrl}/control/${what}`, { method: 'PUT', headers, body: JSON.stringify(words) })
  expect([await answer.text(), answer.ok]).toEqual([expect.anything(), true])
}

function apiWith(token: string): RedditApi {
  const governor: RedditApi['governor'] = {
    ...silentGovernor,
    recordRate: async () => {
      heard++
    },
  }
  const tokens = { get: async () => ok(token), refuse: async () => {} }
  return { app, exchange, governor, tokens, now: Date.now }
}

const silentGovernor: RedditApi['governor'] = {
  take: async () => ({ state: 'go' }),
  recordRate: async () => {},
  pause: async () => {},
}

function valueIn<T>(outcome: Outcome<T>): T {
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

const asApp = async () =>
  apiWith(valueIn(await requestToken(app, exchange, { kind: 'app' }, circumstances())).accessToken)

/** Returns the token of a user who agrees on Reddit's page. */
async function agreed() {
  const page = permissionPage(app, { state: 's-1', redirectUri, scopes: accountScopes })
  page.searchParams.set('person', 'wilma')
  const back = new URL((await fetch(page, { redirect: 'manual' })).headers.get('location')!)
  expect(back.searchParams.get('state')).toBe('s-1')
  const grant = { kind: 'code', code: back.searchParams.get('code')!, redirectUri } as const
  return valueIn(await requestToken(app, exchange, grant, circumstances()))
}

describe('as the app', () => {
  test('lists are read page by page, without repetition', async () => {
    const api = await asApp()
    const first = valueIn(await newPosts(api, ['kettles', 'hedgehogs'], { limit: 20 }))
    const second = valueIn(await newPosts(api, ['kettles', 'hedgehogs'], { limit: 20, after: first.after! }))
    const ids = [...first.records, ...second.records].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(30)
    expect([first.broken, second.broken]).toEqual([0, 0])
    const newer = valueIn(await newPosts(api, ['kettles', 'hedgehogs'], { before: `t3_${first.records[5]!.id}` }))
    expect(newer.records.map(({ id }) => id)).toEqual(first.records.slice(0, 5).map(({ id }) => id))
    expect(heard).toBeGreaterThan(2)
  })

  test("comments from everywhere include their threads' titles", async () => {
    const { records } = valueIn(await newComments(await asApp(), ['all'], { limit: 100 }))
    expect(records).toHaveLength(100)
    for (const { kind, title, permalink } of records) {
      expect([kind, title !== '', permalink.split('/').length > 6]).toEqual(['comment', true, true])
    }
  })

  test('search results can be looked up by name, and a thread is complete', async () => {
    const api = await asApp()
    const found = valueIn(await searchPosts(api, { query: 'kettle', subreddit: 'kettles' }, { limit: 10 }))
    const names = found.records.map(({ id }) => `t3_${id}`)
    expect(names.length).toBeGreaterThan(0)
    const known = valueIn(await lookUpItems(api, [...names, 't3_zzzzzzz']))
    const standings = found.records.map(({ author }) => (author === null ? 'authorless' : 'there'))
    expect(names.map((name) => known.get(name)?.standing)).toEqual(standings)
    expect(known.get('t3_zzzzzzz')).toEqual({ standing: 'absent' })
    const popular = valueIn(await newPosts(api, ['kettles'], {})).records.toSorted(
      (a, b) => (b.numComments ?? 0) - (a.numComments ?? 0),
    )[0]!
    const thread = valueIn(await readThread(api, popular.id, { comments: 500, calls: 10 }))
    expect(thread).toMatchObject({ post: { id: popular.id }, broken: 0 })
    expect(thread.comments.length).toBeGreaterThan(1)
  })

  test.each([
    ['delete', 'deleted'],
    ['remove', 'removed'],
  ])('after the action %s, a post is %s', async (action, standing) => {
    const api = await asApp()
    const { records } = valueIn(await newPosts(api, ['smallfirms'], { limit: 1 }))
    const name = `t3_${records[0]!.id}`
    await tell(`things/${name}`, { action })
    expect(valueIn(await lookUpItems(api, [name])).get(name)).toEqual({ standing })
  })

  test('communities and users describe themselves, or give the reason why not', async () => {
    const api = await asApp()
    expect(valueIn(await readCommunity(api, 'kettles'))).toMatchObject({ name: 'kettles', kind: 'public' })
    expect(valueIn(await readRules(api, 'kettles'))).toMatchObject([{ name: 'Be kind', kind: 'all' }])
    expect(await readPostRequirements(api, 'kettles')).toMatchObject({ state: 'ok' })
    expect(await newPosts(api, ['backroom'], {})).toMatchObject({ state: 'never', because: 'private' })
    expect(await readCommunity(api, 'nowhere_at_all')).toMatchObject({ state: 'never', because: 'missing' })
    expect(valueIn(await readUser(api, 'ada_oaks'))).toMatchObject({ name: 'ada_oaks', isSuspended: false })
    expect(valueIn(await userItems(api, 'ada_oaks', 'overview', {})).records.length).toBeGreaterThan(0)
    expect(await readUser(api, 'nobody_at_all')).toMatchObject({ state: 'never', because: 'missing' })
  })
})

test('a connected account works until it is disconnected', async () => {
  const granted = await agreed()
  const api = apiWith(granted.accessToken)
  const me = valueIn(await readMe(api))
  await tell('messages', { from: 'ada_oaks', to: me.name, subject: 'Your kettle', body: 'Does it *whistle*?' })
  for (const box of ['inbox', 'unread'] as const) {
    const { messages, broken } = valueIn(await readMessages(api, box, {}))
    // Messages from Reddit's chat have their own subject.
    const message = { author: 'ada_oaks', subject: '[direct chat room]', body: 'Does it *whistle*?', to: me.name }
    expect([messages[0], broken]).toMatchObject([{ ...message, kind: 'message', isNew: true }, 0])
  }
  expect(valueIn(await readMessages(api, 'sent', {})).messages).toEqual([])
  const renewal = { kind: 'refresh', refreshToken: granted.refreshToken! } as const
  expect(await requestToken(app, exchange, renewal, circumstances())).toMatchObject({ state: 'ok' })
  await revokeToken(app, exchange, granted.refreshToken!, circumstances())
  expect(await requestToken(app, exchange, renewal, circumstances())).toEqual({
    state: 'signIn',
    because: 'grantRefused',
  })
  expect(await readMe(api)).toEqual({ state: 'signIn', because: 'tokenRefused' })
})

test.each<[string, object]>([
  ['fail', { state: 'later', because: 'failing' }],
  ['down', { state: 'later', because: 'failing' }],
  ['busy', { state: 'later', because: 'limited' }],
  ['wordless', { state: 'later', because: 'limited' }],
  ['patience', { state: 'later', because: 'account' }],
  ['refuse', { state: 'never', because: 'misasked' }],
  ['unknown', { state: 'signIn', because: 'tokenRefused' }],
  ['forbidden', { state: 'never', because: 'forbidden' }],
  ['elsewhere', { state: 'never', because: 'misasked' }],
  ['nonsense', { state: 'later', because: 'page' }],
  ['stall', { state: 'later', because: 'slow' }],
  ['broken', { state: 'later', because: 'broken' }],
  ['slow', { state: 'later', because: 'slow' }],
  ['endless', { state: 'later', because: 'huge' }],
])('the sandbox behavior %s leads to the expected outcome', async (behaviour, expected) => {
  const api = await asApp()
  await tell('behaviour', { behaviour })
  expect(await newPosts(api, ['kettles'], {})).toMatchObject(expected)
})

test('an unknown token is refused', async () => {
  expect(await newPosts(apiWith('made-up'), ['kettles'], {})).toEqual({ state: 'signIn', because: 'tokenRefused' })
  const strange = { ...app, clientSecret: 'another' }
  expect(await requestToken(strange, exchange, { kind: 'app' }, circumstances())).toMatchObject({
    because: 'appRefused',
  })
})

import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plainText } from '#engine/text/plain-text.ts'
import type { Answer, Question, RedditApp } from '#platform/server/services.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { answered } from '#tests/support/reddit-answers.ts'
import type { RedditApi } from '../api/api.ts'
import { ExchangeError, openExchange } from '../api/exchange.ts'

import { type Items, newComments, newPosts, searchPosts } from '../api/listings.ts'
import { requestToken } from '../api/oauth.ts'
import { type Outcome, ok, retryLater } from '../api/outcome.ts'
import { newCommentsRss, newPostsRss, type RedditRss, searchRss } from './rss.ts'

const start = Date.UTC(2026, 4, 14, 12)
let time = start

function valueIn<T>(outcome: Outcome<T>): T {
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

describe('the RSS of the sandbox', () => {
  let server: Server
  let rss: RedditRss
  let api: RedditApi

  beforeAll(async () => {
    const community = { community: smallCommunity, days: 4 }
    server = sandboxServer({ folder: null, ...community, now: () => time }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { url, clientId, clientSecret } = addressesOf(server).reddit
    await fetch(`${url}/control/whole`, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const app: RedditApp = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
    const exchange = openExchange()
    const now = () => time
    rss = { url, userAgent: app.userAgent, exchange, turns: openTurns, now }
    const asked = { now: time, failures: 0 }
    const { accessToken } = valueIn(await requestToken(app, exchange, { kind: 'app' }, asked))
    const tokens = { get: async () => ok(accessToken), refuse: async () => {} }
    api = { app, exchange, governor: { ...openTurns, recordRate: async () => {} }, tokens, now }
  }, 60_000)
  // RSS allows one request a minute.
  beforeEach(() => {
    time += 60_000
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const search = { query: 'question', subreddit: 'kettles' }
  test.each<[string, () => Promise<Outcome<Items>>, () => Promise<Outcome<Items>>]>([
    [
      'the newest posts of several communities',
      () => newPostsRss(rss, ['kettles', 'hedgehogs'], {}),
      () => newPosts(api, ['kettles', 'hedgehogs'], {}),
    ],
    [
      'the newest comments of several communities',
      () => newCommentsRss(rss, ['kettles', 'hedgehogs'], {}),
      () => newComments(api, ['kettles', 'hedgehogs'], {}),
    ],
    ['search results in a community', () => searchRss(rss, search, {}), () => searchPosts(api, search, {})],
    [
      'search results in all communities',
      () => searchRss(rss, { ...search, subreddit: null }, {}),
      () => searchPosts(api, { ...search, subreddit: null }, {}),
    ],
  ])('%s are the same items as in the API, without score, comments and flair', async (_what, fromFeed, fromApi) => {
    const items = valueIn(await fromFeed())
    // Only the API distinguishes a link whose author left from a deleted post.
    const expected = valueIn(await fromApi()).records.filter(({ author, body }) => author !== null || body !== '')
    expect(items.records.length).toBeGreaterThan(30)
    expect(items.broken).toBe(0)
    const read = (text: string) => plainText(text).text
    expect(items.records.map((record) => ({ ...record, body: read(record.body), postedAt: null, url: null }))).toEqual(
      expected.map((record) => ({
        ...record,
        body: read(record.body),
        postedAt: null,
        url: null,
        score: null,
        numComments: null,
        flair: null,
      })),
    )
    const since = (records: Items['records']) => records.map(({ postedAt }) => Math.floor(postedAt! / 1000))
    expect(since(items.records)).toEqual(since(expected))
  })

  test('a link post has its target URL', async () => {
    const { records } = valueIn(await newPostsRss(rss, ['kettles', 'hedgehogs', 'smallfirms'], {}))
    const links = records.filter(({ body }) => body === '').map(({ url }) => url)
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) expect(link).toMatch(/^https:\/\/somewhere\.example\/\d+\/\d+$/)
  })

  test('pages follow each other without a gap', async () => {
    const subreddits = ['kettles', 'hedgehogs']
    const ids = ({ records, gone }: Items) => [...records.map(({ id }) => `t3_${id}`), ...gone]
    const first = valueIn(await newPostsRss(rss, subreddits, { limit: 20 }))
    time += 60_000
    const second = valueIn(await newPostsRss(rss, subreddits, { limit: 20, after: first.after! }))
    time += 60_000
    const both = valueIn(await newPostsRss(rss, subreddits, { limit: 40 }))
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(ids(both).toSorted())
  })

  test('a second request in the same minute waits until the minute is over', async () => {
    expect(await newPostsRss(rss, ['kettles'], {})).toMatchObject({ state: 'ok' })
    time += 20_000
    expect(await newPostsRss(rss, ['hedgehogs'], {})).toEqual(retryLater('limited', time + 40_000))
    time += 40_000
  })

  test.each([
    ['backroom', 'private'],
    ['nowhere_at_all', 'missing'],
  ])('the RSS of %s reports: %s', async (subreddit, because) => {
    expect(await newPostsRss(rss, [subreddit], {})).toMatchObject({ state: 'never', because })
  })
})

const openTurns: RedditRss['turns'] = { take: async () => ({ state: 'go' }), pause: async () => {} }
const atom = { 'content-type': 'application/atom+xml; charset=UTF-8' }

const entryOf = (more: string, id = 't3_1abc') =>
  `<entry><author><name>/u/ada_oaks</name></author><category term="kettles" label="r/kettles"/><id>${id}</id>` +
  `<link href="https://www.reddit.com/r/kettles/comments/1abc/which_lid/"/><published>2026-05-14T10:00:00+00:00</published>${more}</entry>`

const feedOf = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>new</title>${entries.join('')}</feed>`

const lid = entryOf('<title>Which lid?</title>')
const html = { 'content-type': 'text/html; charset=UTF-8' }

/** Returns the outcome of a response, and the times until which it pauses all requests. */
async function outcomeOf(answer: Answer | Error, { failures = 0, limit = 100 } = {}) {
  const pausedUntil: number[] = []
  const questions: Question[] = []
  const rss: RedditRss = {
    url: 'https://reddit.example',
    userAgent: 'web:earshot-test:1.0',
    now: () => start,
    turns: { take: async () => ({ state: 'go' }), pause: async (until) => void pausedUntil.push(until) },
    exchange: async (question) => {
      questions.push(question)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { outcome: await newPostsRss(rss, ['kettles', 'hedgehogs'], { limit }, failures), pausedUntil, questions }
}

async function itemsIn(...entries: string[]) {
  return valueIn((await outcomeOf(answered(200, feedOf(...entries), atom))).outcome)
}

test('one request names its sender and its subreddits', async () => {
  const { questions } = await outcomeOf(answered(200, feedOf(), atom), { limit: 50 })
  expect(questions.map(({ method, url, headers }) => [method, url.href, headers['user-agent']])).toEqual([
    ['GET', 'https://reddit.example/r/kettles+hedgehogs/new/.rss?limit=50', 'web:earshot-test:1.0'],
  ])
})

test('a request out of turn is not sent', async () => {
  const { questions, outcome } = await (async () => {
    const asked: Question[] = []
    const rss: RedditRss = {
      url: 'https://reddit.example',
      userAgent: 'web:earshot-test:1.0',
      now: () => start,
      turns: { ...openTurns, take: async () => retryLater('governed', start + 1000) },
      exchange: async (question) => {
        asked.push(question)
        return answered(200, feedOf(), atom)
      },
    }
    return { outcome: await newPostsRss(rss, ['kettles'], {}), questions: asked }
  })()
  expect([outcome, questions]).toEqual([retryLater('governed', start + 1000), []])
})

describe('a response that is not an Atom list is rejected', () => {
  const laughs = '<!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
  const waits = (because: string, seconds: number) => ({ state: 'later', because, at: start + seconds * 1000 })
  test.each<[string, Answer | Error, object]>([
    ['an HTML page', answered(200, '<!doctype html><title>Sorry</title>', html), waits('page', 900)],
    ['an HTML page labeled as Atom', answered(200, '<html><body>whoa', atom), waits('page', 900)],
    ['a page that blocks our IP address', answered(403, '<body>whoa there, pardner!', html), waits('page', 900)],
    ['a truncated list', answered(200, feedOf(lid, lid).slice(0, -120), atom), waits('broken', 15)],
    ['a list without its end tag', answered(200, feedOf(lid).slice(0, -7), atom), waits('broken', 15)],
    ['an entry without its end tag', answered(200, feedOf('<entry><id>t3_1</id>'), atom), waits('broken', 15)],
    [
      'a list with its own entities',
      answered(200, laughs + feedOf(entryOf('<title>&c;</title>')), atom),
      waits('page', 900),
    ],
    ['a declaration inside a list', answered(200, feedOf(laughs, lid), atom), waits('broken', 15)],
    ['two lists', answered(200, feedOf(lid) + feedOf(lid), atom), waits('broken', 15)],
    ['another kind of XML', answered(200, '<rss><channel/></rss>', atom), waits('broken', 15)],
    ['deep nesting', answered(200, `<feed>${'<a>'.repeat(2_000_000)}`, atom), waits('broken', 15)],
    ['an empty response', answered(200, '', atom), waits('nonsense', 15)],
    ['JSON', answered(200, { kind: 'Listing' }), waits('nonsense', 15)],
    ['a server error with an HTML page', answered(503, '<html>', html), waits('failing', 15)],
    ['a server error with a list', answered(503, feedOf(lid), atom), waits('failing', 15)],
    ['an unreachable server', new ExchangeError('unreachable'), waits('unreachable', 15)],
    ['an oversized response', new ExchangeError('huge'), waits('huge', 15)],
    [
      'a redirect',
      answered(301, '', { location: '/r/other/new/.rss' }),
      { state: 'never', because: 'misasked', words: null },
    ],
    [
      'a banned community',
      answered(404, { reason: 'banned', error: 404 }),
      { state: 'never', because: 'banned', words: null },
    ],
    ['a URL that is too long', answered(414, ''), { state: 'never', because: 'misasked', words: null }],
  ])('%s', async (_what, answer, expected) => {
    expect(await outcomeOf(answer)).toMatchObject({ outcome: expected, pausedUntil: [] })
  })

  test('and the delay grows with each failure in a row', async () => {
    const { outcome } = await outcomeOf(answered(200, feedOf(lid).slice(0, -7), atom), { failures: 3 })
    expect(outcome).toEqual(waits('broken', 120))
  })
})

test.each<[string, Record<string, string>, number]>([
  ['with a Retry-After header', { 'retry-after': '40', ...html }, 40],
  ['with the end of its rate limit window', { 'x-ratelimit-reset': '54', ...html }, 54],
  ['with neither', html, 60],
])('a 429 response %s pauses all requests for the given time', async (_what, headers, seconds) => {
  const until = start + seconds * 1000
  const { outcome, pausedUntil } = await outcomeOf(answered(429, '<html>Too Many Requests', headers))
  expect([outcome, pausedUntil]).toEqual([retryLater('limited', until), [until]])
})

describe('an entry', () => {
  test('that cannot be read does not affect the others', async () => {
    const { records, broken } = await itemsIn(
      lid,
      entryOf('<title>A community</title>', 't5_2xyz'),
      entryOf('<title>Nameless</title>', ''),
      entryOf(''),
      entryOf('<title>Which kettle?</title>', 't3_1abd'),
    )
    expect([records.map(({ title }) => title), broken]).toEqual([['Which lid?', 'Which kettle?'], 3])
  })

  test('of a deleted post counts as gone; one with a deleted author has no name', async () => {
    const of = (id: string, text: string) =>
      entryOf(`<title>Old</title><content type="html">&lt;div class="md"&gt;${text}&lt;/div&gt;</content>`, id).replace(
        '/u/ada_oaks',
        '/u/[deleted]',
      )
    const { records, gone } = await itemsIn(of('t3_1', '[removed]'), of('t3_2', 'Still here.'), of('t3_3', ''))
    expect([records.map(({ id, author }) => [id, author]), gone]).toEqual([[['2', null]], ['t3_1', 't3_3']])
  })

  test('beyond the requested hundred is ignored', async () => {
    const { records, after } = await itemsIn(
      ...Array.from({ length: 150 }, (_, at) => entryOf(`<title>${at}</title>`, `t3_${at + 1}`)),
    )
    expect([records.length, after]).toEqual([100, 't3_100'])
  })

  test('keeps entities that XML does not define', async () => {
    const [record] = (await itemsIn(entryOf('<title>Tea &amp; &lol; &#8212; &lt;b&gt;</title>'))).records
    expect(record?.title).toBe('Tea & &lol; — <b>')
  })
})

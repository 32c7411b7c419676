import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchService } from '#platform/server/services.ts'
import { citedThreads } from './cited-sources.ts'
import { searchThreads } from './search-engine.ts'

let respond: (request: IncomingMessage, response: ServerResponse) => void
let service: SearchService
const server = createServer((request, response) => respond(request, response))
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  service = { url: `http://127.0.0.1:${port}/searxng`, apiKey: 'key-1', engines: ['google'], realm: 'real' }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json').end(typeof body === 'string' ? body : JSON.stringify(body))
}
const search = (bounds?: { ms: number; bytes: number }) =>
  searchThreads(service, { query: 'invoicing app & co', engine: 'google' }, bounds)

const url = 'https://www.reddit.com/r/smallbusiness/comments/1abc9z/which_app/'
const result = { url, title: 'Which app? : r/smallbusiness', engine: 'google', engines: ['google'], positions: [3] }

test('one engine is asked in the format of SearXNG, and its positions are kept', async () => {
  const asked: (string | undefined)[] = []
  respond = (request, response) => {
    asked.push(request.method, request.url, request.headers.authorization)
    json({ results: [{ ...result, positions: [8, 3] }] })(request, response)
  }
  expect(await search()).toEqual([
    {
      thread: { id: '1abc9z', subreddit: 'smallbusiness', permalink: '/r/smallbusiness/comments/1abc9z/' },
      ...{ position: 3, url, title: 'Which app?' },
    },
  ])
  const query = 'q=invoicing+app+%26+co&format=json&engines=google'
  expect(asked).toEqual(['GET', `/searxng/search?${query}`, 'Bearer key-1'])
})

test('of several addresses of a thread, the best position counts', async () => {
  const comment = { ...result, url: url.replace('www', 'old'), positions: [2] }
  respond = json({ results: [result, comment, { ...result, positions: [9] }] })
  expect((await search()).map(({ position, url: address }) => [position, address])).toEqual([[2, comment.url]])
})

test.each([
  ['of another host', { ...result, url: 'https://www.reddit.com.evil.example/r/a/comments/1abc9z/' }],
  ['that is no thread', { ...result, url: 'https://www.reddit.com/r/smallbusiness/' }],
  ['without a position', { ...result, positions: undefined }],
  ['with a made-up position', { ...result, positions: [0] }],
  ['of another engine', { ...result, engines: ['bing'] }],
  [
    'of several engines, whose positions are not told apart',
    { ...result, engines: ['google', 'bing'], positions: [1, 4] },
  ],
  ['that is none', null],
])('a result %s is left out', async (_, hostile) => {
  respond = json({ results: [hostile, { ...result, positions: [7] }] })
  expect((await search()).map(({ position }) => position)).toEqual([7])
})

test.each([
  ['an HTML page', json('<h1>Welcome</h1>'), 'The endpoint sent an unexpected response'],
  ['other JSON', json({ data: [] }), 'The endpoint sent an unexpected response'],
  ['too much', json({ results: Array.from({ length: 200 }, () => result) }), "The endpoint's response was too large"],
  ['nothing in time', () => {}, 'The endpoint took too long to respond'],
  [
    'a redirect',
    (_: IncomingMessage, response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
    "The endpoint couldn't be reached",
  ],
  [
    'an engine that is blocked',
    json({ results: [], unresponsive_engines: [['google', 'CAPTCHA']] }),
    "The search engine didn't answer",
  ],
])('%s is a failure with a reason', async (_, answer, message) => {
  respond = answer as typeof respond
  await expect(search({ ms: 300, bytes: 20_000 })).rejects.toThrow(message)
})

test('a rate limit says when to ask again, within bounds', async () => {
  respond = (_, response) => response.writeHead(429, { 'retry-after': '999999999' }).end()
  await expect(search()).rejects.toMatchObject({ fault: 'busy', waitSeconds: 3600 })
})

test('only annotations of an answer are citations, never addresses in its text', async () => {
  const asked: unknown[] = []
  const cited = (address: unknown) => ({ type: 'url_citation', url_citation: { url: address, title: 'Which app?' } })
  respond = async (request, response) => {
    asked.push(JSON.parse((await request.toArray()).join('')))
    const annotations = [cited(url), cited(url), cited('https://evil.example/'), cited(7), { type: 'file' }, null]
    json({ choices: [{ message: { content: `See ${url.replace('1abc9z', '1other')}`, annotations } }] })(
      request,
      response,
    )
  }
  const model = { url: service.url, model: 'sonar', apiKey: null }
  const found = await citedThreads(model, 'What is a good alternative?')
  expect(found.map(({ thread, position }) => [thread.id, position])).toEqual([['1abc9z', null]])
  expect(asked).toEqual([{ model: 'sonar', messages: [{ role: 'user', content: 'What is a good alternative?' }] }])
  respond = json({ choices: [{ message: { content: 'No sources.' } }] })
  expect(await citedThreads(model, 'What?')).toEqual([])
  respond = json({ error: {} })
  await expect(citedThreads(model, 'What?')).rejects.toThrow('The endpoint sent an unexpected response')
})

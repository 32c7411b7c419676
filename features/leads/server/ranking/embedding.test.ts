import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { embeddingAt, embeddingBounds } from './embedding.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function endpointOf(listener: RequestListener, { bounds = {}, apiKey = null as string | null } = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const own = { ...embeddingBounds, ms: 2_000, ...bounds }
  return embeddingAt({ url: `http://127.0.0.1:${port}/v1`, model: 'near', apiKey }, own)
}

const answering = (body: string) => endpointOf((_request, response) => response.end(body))
const vector = (index: number, embedding: unknown) => ({ object: 'embedding', index, embedding })
const answer = (...data: unknown[]) => JSON.stringify({ object: 'list', data })

test('texts are sent in the format of OpenAI with the key, and vectors are returned in their order', async () => {
  const seen: unknown[] = []
  const endpoint = await endpointOf(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, url, headers } = request
      seen.push([method, url, headers.authorization, JSON.parse(Buffer.concat(chunks).toString())])
      response.end(answer(vector(1, [0, 1]), vector(0, [1, 0])))
    },
    { apiKey: 'key-of-ours' },
  )
  expect(await endpoint.embed(['one', 'two'])).toEqual([
    [1, 0],
    [0, 1],
  ])
  const body = { model: 'near', input: ['one', 'two'], encoding_format: 'float' }
  expect(seen).toEqual([['POST', '/v1/embeddings', 'Bearer key-of-ours', body]])
})

test.each([
  ['an HTML page', '<h1>Welcome</h1>'],
  ['an empty answer', ''],
  ['an error with status 200', '{"error": "no"}'],
  ['too few vectors', answer(vector(0, [1, 0]))],
  ['too many vectors', answer(vector(0, [1, 0]), vector(1, [1, 0]), vector(2, [1, 0]))],
  ['one vector twice', answer(vector(0, [1, 0]), vector(0, [1, 0]))],
  ['vectors of different lengths', answer(vector(0, [1, 0]), vector(1, [1, 0, 0]))],
  ['a zero vector', answer(vector(0, [1, 0]), vector(1, [0, 0]))],
  ['a vector of strings', answer(vector(0, ['1', '0']), vector(1, [1, 0]))],
  ['a vector with an infinite number', '{"data":[{"index":0,"embedding":[1e999,1]},{"index":1,"embedding":[1,1]}]}'],
  ['base64 vectors', answer(vector(0, 'AACAPw=='), vector(1, 'AACAPw=='))],
])('%s instead of two vectors is rejected as nonsense', async (_, body) => {
  await expect((await answering(body)).embed(['one', 'two'])).rejects.toMatchObject({ fault: 'nonsense' })
})

test.each([
  [400, 'refused'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'missing'],
  [413, 'refused'],
  [429, 'busy'],
  [500, 'failing'],
  [503, 'failing'],
])('status %d means %s', async (status, fault) => {
  const endpoint = await endpointOf((_request, response) => response.writeHead(status).end('{}'))
  await expect(endpoint.embed(['one'])).rejects.toMatchObject({ fault, waitSeconds: null })
})

test.each([
  ['7', 7],
  ['86400', 3600],
  ['-5', null],
  ['Fri, 20 Nov 2026 12:00:00 GMT', null],
])('with "retry-after: %s" it waits %s seconds', async (header, waitSeconds) => {
  const endpoint = await endpointOf((_request, response) => {
    response.writeHead(429, { 'retry-after': header }).end()
  })
  await expect(endpoint.embed(['one'])).rejects.toMatchObject({ waitSeconds })
})

test('redirects are not followed, since they would pass the key on', async () => {
  const asked: string[] = []
  const endpoint = await endpointOf((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await expect(endpoint.embed(['one'])).rejects.toMatchObject({ fault: 'unreachable' })
  expect(asked).toEqual(['/v1/embeddings'])
})

test('an endless answer is cut off', async () => {
  let sent = 0
  const endpoint = await endpointOf(
    (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('['.repeat(10_000))) sent += 10_000
      }
      response.on('drain', more)
      more()
    },
    { bounds: { bytes: 50_000 } },
  )
  await expect(endpoint.embed(['one'])).rejects.toMatchObject({ fault: 'huge' })
  expect(sent).toBeLessThan(20_000_000)
})

test('an endpoint that never answers, or stops within the answer, is too slow', async () => {
  const silent = await endpointOf(() => {}, { bounds: { ms: 50 } })
  await expect(silent.embed(['one'])).rejects.toMatchObject({ fault: 'slow' })
  const halting = await endpointOf((_request, response) => void response.write('{"data":'), { bounds: { ms: 50 } })
  await expect(halting.embed(['one'])).rejects.toMatchObject({ fault: 'slow' })
})

test('a missing server is unreachable, and the error contains nothing that was sent', async () => {
  const endpoint = embeddingAt({ url: 'http://127.0.0.1:1/v1', model: 'near', apiKey: 'key-of-ours' })
  const error: unknown = await endpoint.embed(['secret text']).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ fault: 'unreachable', message: "The endpoint couldn't be reached" })
  expect(inspect(error)).not.toMatch(/key-of-ours|secret text/)
})

test('more texts than a request allows throw a RangeError', async () => {
  const endpoint = await answering(answer())
  await expect(endpoint.embed(Array.from({ length: 33 }, () => 'x'))).rejects.toThrow(RangeError)
})

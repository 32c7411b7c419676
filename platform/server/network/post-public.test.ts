import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createConnection } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Network } from './network.ts'
import { postPublic } from './post-public.ts'
import { ConnectionError } from './public-connection.ts'

const bounds = { totalMs: 300, connectMs: 300, headerBytes: 16_384, responseBytes: 8 }

let server: Server | null = null
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** Posts to a server on loopback that has a public address. */
async function post(listener: RequestListener, addresses = ['93.184.216.34']) {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const network: Network = {
    resolve: async () => addresses,
    dial: () => createConnection({ host: '127.0.0.1', port }),
    standIn: () => null,
  }
  const url = new URL('http://tidewell.com/hook?key=1')
  return postPublic(network, url, { headers: { 'x-sent': 'yes' }, body: 'Grüße' }, bounds)
}

test('a message is posted as it is, and the beginning of the response is read', async () => {
  const requests: unknown[] = []
  const response = await post((request, answer) => {
    const { method, url, headers } = request
    request.on('data', (body: Buffer) => requests.push({ method, url, sent: headers['x-sent'], body: String(body) }))
    request.on('end', () => answer.writeHead(201, { 'retry-after': '30' }).end('more than eight bytes'))
  })
  expect(requests).toEqual([{ method: 'POST', url: '/hook?key=1', sent: 'yes', body: 'Grüße' }])
  expect(response).toEqual({ status: 201, head: 'more tha', retryAfter: '30' })
})

test('a redirect is a response like any other', async () => {
  const response = await post((_, answer) => answer.writeHead(307, { location: 'http://127.0.0.1/' }).end())
  expect(response.status).toBe(307)
})

test('a response whose body stalls keeps its status', async () => {
  const response = await post((_, answer) => void answer.writeHead(200).write('begun'))
  expect(response).toEqual({ status: 200, head: 'begun', retryAfter: null })
})

test.each<[string, RequestListener, string[] | undefined]>([
  ['slow', () => {}, undefined],
  ['unreachable', (_, answer) => void answer.destroy(), undefined],
  ['private', (_, answer) => void answer.end(), ['93.184.216.34', '10.0.0.1']],
  ['notFound', (_, answer) => void answer.end(), []],
])('a failure is %s', async (fault, listener, addresses) => {
  const posted = post(listener, addresses)
  await expect(posted).rejects.toBeInstanceOf(ConnectionError)
  await expect(posted).rejects.toMatchObject({ fault })
})

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundedFetch } from './bounded-fetch.ts'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Fetches from a server with this response. */
async function ask(answer: RequestListener, bounds = { totalMs: 5_000, bytes: 1_000 }): Promise<Response> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const options = {
    method: 'GET',
    headers: { 'user-agent': 'a library' },
    body: undefined,
    redirect: 'manual',
  } as const
  return boundedFetch('Earshot/1.2.3', bounds)(url, options)
}

test('sends only our own user agent', async () => {
  const answer = await ask((request, response) => response.end(request.headers['user-agent']))
  expect(await answer.text()).toBe('Earshot/1.2.3')
})

test('follows no redirect', async () => {
  const answer = await ask((_request, response) => response.writeHead(302, { location: 'https://evil.example' }).end())
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://evil.example'])
})

test.each([500, 502, 503, 429])('status %d means unavailable', async (status) => {
  await expect(ask((_request, response) => response.writeHead(status).end('x'))).rejects.toMatchObject({
    fault: 'unavailable',
  })
})

test.each([200, 204, 400, 401, 404])('status %d is returned', async (status) => {
  expect((await ask((_request, response) => response.writeHead(status).end())).status).toBe(status)
})

test('reads up to the maximum number of bytes', async () => {
  const whole = await ask((_request, response) => response.end('x'.repeat(1_000)))
  expect(await whole.text()).toHaveLength(1_000)
  server.close()
  await expect(ask((_request, response) => response.end('x'.repeat(1_001)))).rejects.toMatchObject({ fault: 'refused' })
})

test('gives up on a server that is silent or never ends', async () => {
  const bounds = { totalMs: 50, bytes: 1_000 }
  await expect(ask(() => {}, bounds)).rejects.toMatchObject({ fault: 'unavailable' })
  server.closeAllConnections()
  server.close()
  await expect(ask((_request, response) => response.write('x'), bounds)).rejects.toMatchObject({ fault: 'unavailable' })
})

test('a closed connection means unavailable', async () => {
  const closed = ask((_request, response) => response.socket?.destroy())
  await expect(closed).rejects.toMatchObject({ fault: 'unavailable' })
})

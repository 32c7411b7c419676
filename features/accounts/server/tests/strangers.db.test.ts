import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunkBytes } from '#features/matching/contract-limits.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let upload: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann)
  const file = { project, origin: 'upload', name: 'posts.zst', bytesTotal: 3 * chunkBytes, fingerprint: 'posts' }
  upload = (await create(app, ann, 'imports', file)).id
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(() => world.close())

const open: ClientRequest[] = []

/** Starts a request that announces a body but doesn't send it yet. */
function announce(method: string, path: string, headers: Record<string, string>, length: number): ClientRequest {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, 'content-length': length } })
  sent.on('error', () => {
    // Closed by a test, or by the server after its response.
  })
  sent.flushHeaders()
  open.push(sent)
  return sent
}

function announcePiece(headers: Record<string, string>): ClientRequest {
  const type = { 'content-type': 'application/octet-stream' }
  return announce('PUT', `/api/imports/${upload}/chunks/0`, { ...headers, ...type }, chunkBytes)
}

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; message: string }> {
  const [answer]: [IncomingMessage] = await (once(sent, 'response') as Promise<[IncomingMessage]>)
  return { status: answer.statusCode, message: JSON.parse(await text(answer)).error?.message ?? '' }
}

function cut(): void {
  for (const sent of open.splice(0)) sent.destroy()
}

test.each<[string, () => Record<string, string>, number]>([
  ['an anonymous caller', () => ({}), 403],
  ['a caller with an invalid token', () => ({ authorization: 'Bearer x' }), 401],
  ["another site with a user's cookie", () => ({ cookie: `jwt=${ann.jwt}`, origin: 'https://evil.example' }), 403],
])('a request by %s is refused without waiting for its body', async (_, headers, status) => {
  expect((await answerOf(announcePiece(headers()))).status).toBe(status)
  expect((await answerOf(announce('POST', '/api/projects', headers(), 900_000))).status).toBe(status)
  cut()
})

test('a request without a session can have a few thousand characters', async () => {
  const payload = { identifier: 'x'.repeat(20_000), password: 'x' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/local', payload })
  expect(answer.json().error).toMatchObject({ status: 413, name: 'PayloadTooLargeError' })
  const longest = { email: `${'é'.repeat(200)}@example.com`, username: 'é'.repeat(320), password: 'é'.repeat(256) }
  const fits = await app.inject({ method: 'POST', url: '/api/auth/local/register', payload: longest })
  expect(fits.statusCode).toBe(200)
})

test('the seventh concurrent chunk is refused, and a closed connection frees its slot', async () => {
  const begun = Array.from({ length: 6 }, () => announcePiece(ann.headers))
  const refused = await Promise.any([...begun, announcePiece(ann.headers)].map(answerOf))
  expect(refused).toEqual({ status: 503, message: 'The server is receiving too many uploads. Try again in a moment.' })
  cut()
  await expect
    .poll(async () => {
      const piece = { 'content-type': 'application/octet-stream', ...ann.headers }
      const url = `/api/imports/${upload}/chunks/0`
      return (await app.inject({ method: 'PUT', url, headers: piece, payload: Buffer.alloc(chunkBytes) })).statusCode
    })
    .toBe(200)
})

test.each<[string, (person: Person) => Promise<unknown>, number]>([
  [
    'removed from the project',
    (person) => jobTransaction(world.ctx, (tx) => tx.delete(member).where(eq(member.userId, person.id))),
    404,
  ],
  ['signed out', (person) => app.inject({ method: 'POST', url: '/api/auth/logout', headers: person.headers }), 401],
])('a user who is %s while sending a body is refused at its end', async (name, happens, status) => {
  const adam = await signUp(app, `${name.replaceAll(' ', '-')}@example.com`)
  await addMember(world.ctx, project, adam, 'admin')
  const body = JSON.stringify({ data: { project, query: `written too late by one ${name}` } })
  const headers = { ...adam.headers, 'content-type': 'application/json' }
  const sent = announce('POST', '/api/keywords', headers, Buffer.byteLength(body))
  sent.write(body.slice(0, 20))
  await once(app.server, 'request')
  await happens(adam)
  sent.end(body.slice(20))
  expect((await answerOf(sent)).status).toBe(status)
})

test.each([
  ['sends something other than HTTP', 'hello\r\n\r\n'],
  ['sends a header of 100 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
])(
  'a connection that %s gets an error response and is closed, even though the client keeps it open',
  async (_, words) => {
    const { port } = app.server.address() as AddressInfo
    const before = await connections()
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    socket.on('error', () => {
      // The server has closed it.
    })
    socket.write(words)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 Bad Request\r\n.*"name":"ValidationError"/s)
    await expect.poll(connections).toBe(before)
    socket.destroy()
  },
)

function connections(): Promise<number> {
  return new Promise((found, lost) => {
    app.server.getConnections((error, count) => (error ? lost(error) : found(count)))
  })
}

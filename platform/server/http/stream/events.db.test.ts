import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readStream } from '#tests/api/stream-reader.ts'
import {
  addMember,
  appOf,
  browserOf,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { announce } from '../../announce.ts'

let world: World
let ann: Person
let bob: Person
let pipewell: string
let app: FastifyInstance
let beat: () => Promise<void>

beforeAll(async () => {
  world = await testWorld()
  const first = await appOf(world.ctx)
  ann = await signUp(first, 'ann@example.com')
  bob = await signUp(first, 'bob@example.com')
  pipewell = await setUpProject(first, ann)
  await first.close()
})
afterAll(() => world.close())
beforeEach(async () => {
  app = await appOf(world.ctx, {
    pulse: (whenever) => {
      beat = whenever
      return () => {}
    },
  })
})
afterEach(() => app.close())

const url = () => `/api/events?project=${pipewell}`

/** Opens a stream without a network connection. */
async function open(headers: Record<string, string>) {
  const answer = await app.inject({ url: url(), headers, payloadAsStream: true })
  return { answer, stream: readStream(answer.stream()) }
}

describe('a stream', () => {
  test.each([
    ['authorized by header', () => ann.headers],
    ['authorized by cookie', () => browserOf(ann)],
  ])('%s: answers with server-sent events that proxies neither buffer nor transform', async (_way, headers) => {
    const { answer, stream } = await open(headers())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-encoding']).toBeUndefined()
    await expect.poll(() => stream.received()).toMatchObject([{ name: 'position' }])
    await jobTransaction(world.ctx, (tx) => announce(world.ctx, tx, 'project', [pipewell]))
    await beat()
    await expect
      .poll(() => stream.received())
      .toMatchObject([{ name: 'changes', data: { changes: [{ kind: 'project', id: null }] } }])
  })

  test('resumes from Last-Event-ID', async () => {
    const { stream } = await open(ann.headers)
    await expect.poll(() => stream.received()).toHaveLength(1)
    await jobTransaction(world.ctx, (tx) => announce(world.ctx, tx, 'watchlist', [pipewell]))
    const { stream: again } = await open({ ...ann.headers, 'last-event-id': stream.lastId() })
    await expect.poll(() => again.received()).toMatchObject([{ name: 'changes' }])
  })

  test.each([false, true])('begins where the page did, with another stream open: %s', async (isAnotherOpen) => {
    if (isAnotherOpen) await expect.poll((await open(ann.headers)).stream.received).toHaveLength(1)
    const me = await app.inject({ url: '/api/users/me', headers: ann.headers })
    const position = String(me.headers['x-event-position'])
    await jobTransaction(world.ctx, (tx) => announce(world.ctx, tx, 'imports', [pipewell]))
    const { stream } = await open({ ...ann.headers, 'last-event-id': position })
    await expect
      .poll(() => stream.received())
      .toMatchObject([{ name: 'changes', data: { changes: [{ kind: 'imports', id: null }] } }])
  })

  test('is open to every member, including clients', async () => {
    const carl = await signUp(app, 'carl@example.com')
    await addMember(world.ctx, pipewell, carl, 'client')
    expect((await open(carl.headers)).answer.statusCode).toBe(200)
  })
})

describe('a stream is refused', () => {
  const refusal = async (path: string, headers: Record<string, string>) => {
    const answer = await app.inject({ url: path, headers })
    return { status: answer.statusCode, name: answer.json().error.name, message: answer.json().error.message }
  }

  test('for signed-out callers', async () => {
    expect(await refusal(url(), {})).toMatchObject({ status: 403, name: 'ForbiddenError' })
  })

  test('for a bad token, and clears its cookie', async () => {
    expect(await refusal(url(), { authorization: 'Bearer x' })).toMatchObject({ status: 401 })
    const answer = await app.inject({ url: url(), headers: { cookie: 'jwt=x; signed_in=1' } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['set-cookie']).toContainEqual(expect.stringMatching(/^jwt=;/))
  })

  test('for a page of another site, even with a valid cookie', async () => {
    const cookie = `jwt=${ann.jwt}; signed_in=1`
    const elsewhere = ['https://evil.example', 'http://localhost:3000.evil.example', 'https://localhost:3000']
    for (const origin of ['null', ...elsewhere]) {
      expect(await refusal(url(), { cookie, origin }), origin).toMatchObject({ status: 403, name: 'ForbiddenError' })
    }
    expect((await open({ cookie, origin: 'http://localhost:3000' })).answer.statusCode).toBe(200)
  })

  test("for another user's project, as if it did not exist", async () => {
    const foreign = await refusal(url(), bob.headers)
    expect(foreign).toMatchObject({ status: 404, name: 'NotFoundError' })
    expect(await refusal(`/api/events?project=${world.ctx.id()}`, bob.headers)).toEqual(foreign)
  })

  const bad: [string, string][] = [
    ['', 'project is required'],
    ['?project=', 'project must be an ID'],
    ['?project=pipewell', 'project must be an ID'],
    ['?project[id]=ID', 'project must be an ID'],
    ['?project=ID&project=ID', 'project must be an ID'],
    ['?project=ID&lastEventId=1-0', 'Invalid key lastEventId'],
    ['?project=ID&filters[kind]=project', 'Invalid key filters'],
  ]
  test('for a bad query, and by other methods', async () => {
    for (const [query, message] of bad) {
      const path = `/api/events${query.replaceAll('ID', pipewell)}`
      expect(await refusal(path, ann.headers), query).toEqual({ status: 400, name: 'ValidationError', message })
    }
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: url(), headers: ann.headers })
      expect(answer.statusCode, method).toBe(404)
    }
  })
})

describe('over a real connection', () => {
  /** Opens a stream as a browser does. */
  async function connect(): Promise<IncomingMessage> {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const request = get({ host: '127.0.0.1', port, path: url(), headers: ann.headers })
    const [response] = await once(request, 'response')
    return response
  }

  test('a server that closes ends its streams instead of waiting for them', async () => {
    const response = await connect()
    let text = ''
    response.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    const ended = once(response, 'end')
    await app.close()
    await ended
    expect(text).toMatch(/^retry: \d{4}\n\nevent: position\nid: [\d:,]+\ndata: {}\n\nretry: \d{4}\n\n$/)
  })

  test('a browser that disconnects is removed', async () => {
    const stopped = Promise.withResolvers<void>()
    await app.close()
    app = await appOf(world.ctx, { pulse: () => stopped.resolve })
    const response = await connect()
    response.destroy()
    await stopped.promise
  })
})

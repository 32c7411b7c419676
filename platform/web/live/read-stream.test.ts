import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStream } from './read-stream.ts'
import type { StreamMessage } from './stream-message.ts'

let server: Server
let answer: (response: ServerResponse) => void
let requestHeaders: IncomingHttpHeaders
let url: string
beforeEach(async () => {
  server = createServer(({ headers }, response) => {
    requestHeaders = headers
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

/** Reads the server's response until it ends, or leaves the page after this many messages. */
async function read(
  answering: (response: ServerResponse) => void,
  { lastId = null as string | null, leaveAfter = 99 } = {},
) {
  answer = answering
  const leaving = new AbortController()
  const news: StreamMessage[] = []
  const onMessage = (each: StreamMessage) => {
    if (news.push(each) === leaveAfter) leaving.abort()
  }
  const ending = await readStream({ url, lastId, onMessage, signal: leaving.signal })
  return { ending, news }
}

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

test('receives whole messages from split chunks until the server closes', async () => {
  const { ending, news } = await read((response) => {
    begin(response)
    response.write('retry: 1700\n\nevent: position\nid: 1:1:\ndata: {}\n\n: alive\nevent: cha')
    response.write(
      'nges\nid: 2:2:\ndata: {"changes":[{"kind":"project","id":null}]}\n\nevent: reset\nid: 3:3:\ndata: {}\n\n',
    )
    response.write('event: of tomorrow\ndata: {}\n\n')
    response.end('event: position\nid: 4:')
  })
  expect(news).toEqual([
    { name: 'position', id: '1:1:' },
    { name: 'changes', id: '2:2:', changes: [{ kind: 'project', id: null }] },
    { name: 'reset', id: '3:3:' },
  ])
  expect(ending).toEqual({ why: 'broken', status: 200, retryMs: 1700 })
})

test('sends the id of the last message', async () => {
  await read((response) => response.end(), { lastId: '7:9:8' })
  expect(requestHeaders).toMatchObject({ accept: 'text/event-stream', 'last-event-id': '7:9:8' })
  await read((response) => response.end())
  expect(requestHeaders).not.toHaveProperty('last-event-id')
})

test('stops reading after the end message', async () => {
  const { ending, news } = await read((response) => begin(response).write('event: end\nid: 1:1:\ndata: {}\n\n'))
  expect(news).toEqual([{ name: 'end' }])
  expect(ending).toMatchObject({ why: 'end' })
})

test('reports the status of a refusal and when to retry', async () => {
  const { ending } = await read((response) => response.writeHead(503, { 'retry-after': '5' }).end('{}'))
  expect(ending).toEqual({ why: 'refused', status: 503, retryMs: 5000 })
  expect((await read((response) => response.writeHead(404).end('{}'))).ending).toMatchObject({
    status: 404,
    retryMs: null,
  })
})

test('reports an unreachable server as refused, without a status', async () => {
  url = 'http://127.0.0.1:1/'
  expect((await read(() => {})).ending).toEqual({ why: 'refused', status: null, retryMs: null })
})

test('an invalid message breaks the stream but not the page', async () => {
  const { ending } = await read((response) => begin(response).write('event: changes\nid: 1:1:\ndata: nonsense\n\n'))
  expect(ending).toMatchObject({ why: 'broken' })
})

test('closes the connection when the page is left', async () => {
  const closed = Promise.withResolvers<void>()
  const { ending } = await read(
    (response) => {
      response.once('close', closed.resolve)
      begin(response).write('event: position\nid: 1:1:\ndata: {}\n\n')
    },
    { leaveAfter: 1 },
  )
  expect(ending).toMatchObject({ why: 'broken' })
  await closed.promise
})

test('treats three missed heartbeats as a dead connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const received = Promise.withResolvers<void>()
  answer = (response) => begin(response).write('event: position\nid: 1:1:\ndata: {}\n\n')
  const reading = readStream({
    url,
    lastId: null,
    onMessage: () => received.resolve(),
    signal: new AbortController().signal,
  })
  await received.promise
  vi.advanceTimersByTime(45_000)
  expect(await reading).toMatchObject({ why: 'broken' })
})

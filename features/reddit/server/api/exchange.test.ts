import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { ExchangeError, exchangeBounds, openExchange, type Timers } from './exchange.ts'

/** A server in place of Reddit that sends scripted bytes. */
let server: Server
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** Timers that a test fires explicitly. */
interface Bells extends Timers {
  ring(ms: number): void
  /** Resolves once a timer of this length was set this many times. */
  set(ms: number, times: number): Promise<void>
  waiting(): number
}

function bells(): Bells {
  const rung = new Map<object, { ms: number; run: () => void }>()
  const counts = new Map<number, number>()
  const watchers: (() => void)[] = []
  return {
    after(ms, run) {
      const key = {}
      rung.set(key, { ms, run })
      counts.set(ms, (counts.get(ms) ?? 0) + 1)
      for (const watch of watchers) watch()
      return () => rung.delete(key)
    },
    ring(ms) {
      for (const each of [...rung.values()]) if (each.ms === ms) each.run()
    },
    set: (ms, times) =>
      new Promise((resolve) => {
        const look = () => (counts.get(ms) ?? 0) >= times && resolve()
        watchers.push(look)
        look()
      }),
    waiting: () => rung.size,
  }
}

const bounds = { headersMs: 1, betweenBytesMs: 2, totalMs: 3, bytes: 1_000_000 }

async function listening(answer: (socket: Socket, asked: string) => void): Promise<URL> {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.once('data', (asked) => answer(socket, asked.toString()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}/r/CRM/new?limit=100`)
}

const head = (more: string[] = []) =>
  ['HTTP/1.1 200 OK', 'content-type: application/json', ...more, '', ''].join('\r\n')

const asking = (url: URL) => ({ method: 'GET', url, headers: { authorization: 'bearer token-1' } }) as const

async function faultOf(answering: Promise<unknown>): Promise<string> {
  const error = await answering.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ExchangeError)) throw new Error('it should have failed', { cause: error })
  return error.fault
}

test('reads a whole response and leaves no timer running', async () => {
  const clock = bells()
  let asked = ''
  const url = await listening((socket, text) => {
    asked = text
    socket.end(`${head(['content-length: 2', 'x-ratelimit-used: 7'])}{}`)
  })
  const answer = await openExchange(bounds, clock)(asking(url))
  expect([answer.status, answer.text, answer.header('X-Ratelimit-Used')]).toEqual([200, '{}', '7'])
  expect(asked).toMatch(/^GET \/r\/CRM\/new\?limit=100 HTTP\/1\.1\r\n/)
  expect(asked).toMatch(/\r\nauthorization: bearer token-1\r\n/i)
  expect(clock.waiting()).toBe(0)
})

test('gives up on a server that accepts the request but sends no headers in time', async () => {
  const clock = bells()
  let heard = () => {}
  const isHeard = new Promise<void>((resolve) => {
    heard = resolve
  })
  const url = await listening(() => heard())
  const answering = faultOf(openExchange(bounds, clock)(asking(url)))
  await isHeard
  clock.ring(bounds.headersMs)
  expect(await answering).toBe('slow')
})

test('gives up on a server that stops in the middle of a response', async () => {
  const clock = bells()
  const url = await listening((socket) => socket.write(`${head(['content-length: 100'])}{"kind":`))
  const answering = faultOf(openExchange(bounds, clock)(asking(url)))
  await clock.set(bounds.betweenBytesMs, 2)
  clock.ring(bounds.betweenBytesMs)
  expect(await answering).toBe('slow')
})

test('each byte restarts the wait for the next one, but not the total timeout', async () => {
  const clock = bells()
  let line: Socket | undefined
  const url = await listening((socket) => {
    line = socket
    socket.setNoDelay(true)
    socket.write(`${head(['content-length: 100000'])}{`)
  })
  const answering = faultOf(openExchange(bounds, clock)(asking(url)))
  for (let bytes = 2; bytes <= 20; bytes++) {
    await clock.set(bounds.betweenBytesMs, bytes)
    line!.write(' ')
  }
  clock.ring(bounds.totalMs)
  expect(await answering).toBe('slow')
})

test.each<[string, string | Buffer, string]>([
  ['ends before its content length', `${head(['content-length: 100'])}{"kind":`, 'broken'],
  ['ends within a chunk', `${head(['transfer-encoding: chunked'])}40\r\n{"kind"`, 'broken'],
  ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreachable'],
  ['is empty', '', 'unreachable'],
  ['is labeled as gzip but is not', `${head(['content-encoding: gzip', 'content-length: 9'])}{"a": 12}`, 'broken'],
])('fails for a response that %s', async (_what, bytes, fault) => {
  const url = await listening((socket) => socket.end(bytes))
  expect(await faultOf(openExchange(bounds, bells())(asking(url)))).toBe(fault)
})

test('stops reading a small response that decompresses to too much', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const url = await listening((socket) => {
    socket.write(head(['content-encoding: gzip', `content-length: ${bomb.length}`]))
    socket.end(bomb)
  })
  expect(bomb.length).toBeLessThan(bounds.bytes)
  expect(await faultOf(openExchange(bounds, bells())(asking(url)))).toBe('huge')
})

test('stops reading an endless response once it is too long', async () => {
  const url = await listening((socket) => {
    socket.write(head())
    const more = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x20)));
    }
    socket.on('drain', more)
    more()
  })
  expect(await faultOf(openExchange(bounds, bells())(asking(url)))).toBe('huge')
  // The connection was closed.
  await new Promise<void>((resolve) => {
    if (sockets[0]!.closed) resolve()
    else sockets[0]!.once('close', () => resolve())
  })
})

test('follows no redirect', async () => {
  const moved = 'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'
  const url = await listening((socket) => socket.end(moved))
  const answer = await openExchange(bounds, bells())(asking(url))
  expect([answer.status, answer.header('location')]).toEqual([302, 'http://127.0.0.1:1/'])
})

test('reports a server that refuses connections as unreachable', async () => {
  const url = await listening(() => {})
  server.close()
  expect(await faultOf(openExchange(bounds, bells())(asking(url)))).toBe('unreachable')
})

test('the real bounds release a worker within half a minute', () => {
  expect(exchangeBounds.totalMs).toBeLessThanOrEqual(30_000)
  expect(Math.max(exchangeBounds.headersMs, exchangeBounds.betweenBytesMs)).toBeLessThan(exchangeBounds.totalMs)
})

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openScene, type Scene, send } from './scene.ts'

let scene: Scene
let port: number
const open: Socket[] = []
beforeAll(async () => {
  scene = await openScene()
  await scene.app.listen({ host: '127.0.0.1', port: 0 })
  port = (scene.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(() => scene.close())

function dial(): Socket {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => {
    // The server may close the connection.
  })
  open.push(socket)
  return socket
}

/** Returns the statuses until the server closes the connection, or until there are this many. */
async function talk(words: string | Buffer, answers = Number.POSITIVE_INFINITY): Promise<string[]> {
  const socket = dial()
  socket.write(words)
  let received = ''
  await new Promise<void>((over) => {
    socket.once('close', () => over())
    socket.on('data', (piece) => {
      received += String(piece)
      if (statusesIn(received).length >= answers) over()
    })
  })
  return statusesIn(received)
}

function statusesIn(received: string): string[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`
/** A request that creates a project, hidden behind another. It must not be executed. */
const inner = () => {
  const body = '{"data":{"name":"Smuggled"}}'
  const head = lines(
    'POST /api/projects HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${scene.owner.jwt}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  )
  return head + body
}
const outer = (...headers: string[]) =>
  lines('POST /api/auth/logout HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers)

describe('one request is never read as two (smuggling)', () => {
  test.each<[string, (hidden: string) => string]>([
    [
      'a length and chunks',
      (hidden) => `${outer('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`,
    ],
    [
      'chunks and a length',
      (hidden) => `${outer('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${hidden}`,
    ],
    ['two lengths', (hidden) => `${outer('Content-Length: 2', 'Content-Length: 0')}{}${hidden}`],
    ['two lengths in one header', (hidden) => `${outer('Content-Length: 2, 0')}{}${hidden}`],
    ['a negative length', (hidden) => outer('Content-Length: -1') + hidden],
    ['a length with a sign', (hidden) => `${outer('Content-Length: +2')}{}${hidden}`],
    ['a hexadecimal length', (hidden) => `${outer('Content-Length: 0x2')}{}${hidden}`],
    ['a length of 40 digits', (hidden) => outer(`Content-Length: ${'9'.repeat(40)}`) + hidden],
    ['two transfer encodings', (hidden) => `${outer('Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`],
    ['an unknown transfer encoding', (hidden) => `${outer('Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`],
    ['a space before the colon', (hidden) => `${outer('Transfer-Encoding : chunked')}0\r\n\r\n${hidden}`],
    ['a folded header', (hidden) => outer('X: a', ' Content-Length: 0') + hidden],
    ['a header that begins with a space', (hidden) => `${outer(' Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`],
    ['a bare line feed in a header', (hidden) => `${outer('X: a\nTransfer-Encoding: chunked')}0\r\n\r\n${hidden}`],
    ['a bare carriage return in a header', (hidden) => outer('X: a\rContent-Length: 0') + hidden],
    ['a NUL in a header', (hidden) => outer('X: a\0b') + hidden],
    [
      'a chunk with an invalid length',
      (hidden) => `${outer('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${hidden}`,
    ],
    ['a chunk with a huge length', (hidden) => `${outer('Transfer-Encoding: chunked')}ffffffffffffffffff\r\n${hidden}`],
    [
      'a chunk longer than its length',
      (hidden) => `${outer('Transfer-Encoding: chunked')}1\r\n{}}\r\n0\r\n\r\n${hidden}`,
    ],
    ['an unknown HTTP version', (hidden) => lines('POST /api/auth/logout HTTP/9.9', 'Host: x') + hidden],
    ['no Host header', (hidden) => lines('POST /api/auth/logout HTTP/1.1') + hidden],
  ])('%s', async (_what, words) => {
    const before = await scene.contents()
    const statuses = await talk(words(inner()))
    expect(statuses).toEqual(['400'])
    expect(await scene.contents()).toEqual(before)
  })

  test('two requests on one connection are both answered', async () => {
    expect(
      await talk(
        inner() +
          inner()
            .replace('Smuggled', 'Second')
            .replace(/Length: \d+/, 'Length: 26'),
        2,
      ),
    ).toEqual(['201', '201'])
  })
})

/** Returns the statuses except 400, which can be lost when the server closes the connection during a write. */
async function refusal(words: string): Promise<string[]> {
  return (await talk(words)).filter((status) => status !== '400')
}

describe('large input is not held in memory', () => {
  test('100 MB in chunks are refused at the first chunk over the limit', async () => {
    const socket = dial()
    const answered = once(socket, 'data')
    socket.write(
      lines(
        'POST /api/projects HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${scene.owner.jwt}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ),
    )
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')])
    let sent = 0
    let answer = ''
    void answered.then(([data]) => {
      answer = String(data)
    })
    while (answer === '' && sent < 100 * 16 && socket.writable) {
      sent += 1
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close'), answered])
    }
    const [data] = await answered
    expect(String(data)).toMatch(/^HTTP\/1\.1 413 /)
    expect(sent).toBeLessThan(100 * 16)
  })

  test.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip'])(
    'a bomb compressed with %s is never decompressed',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20))
      const memory = process.memoryUsage().arrayBuffers
      const answer = await send(scene, {
        method: 'POST',
        url: '/api/projects',
        headers: { ...scene.owner.headers, 'content-type': 'application/json', 'content-encoding': encoding },
        payload: bomb,
      })
      expect(answer.statusCode).toBe(400)
      expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(20_000_000)
    },
  )

  test.each<[string, string[]]>([
    ['a header of 100 kB', [`X: ${'x'.repeat(100_000)}`]],
    ['ten thousand headers', Array.from({ length: 10_000 }, (_, each) => `X-${each}: x`)],
    ['a token of 1 MB', [`Authorization: Bearer ${'x'.repeat(1_000_000)}`]],
    ['a cookie of 1 MB', [`Cookie: jwt=${'x'.repeat(1_000_000)}`]],
  ])('%s is refused', async (_what, headers) => {
    expect(await refusal(lines('GET /api/users/me HTTP/1.1', 'Host: x', ...headers))).toEqual([])
  })

  test('an address of 1 MB is refused', async () => {
    expect(await refusal(lines(`GET /api/projects?${'x'.repeat(1_000_000)} HTTP/1.1`, 'Host: x'))).toEqual([])
  })
})

test('a slow request times out after a minute', () => {
  expect(scene.app.server.requestTimeout).toBe(60_000)
  expect(scene.app.server.headersTimeout).toBeLessThanOrEqual(60_000)
})

test.each(['TRACE', 'CONNECT', 'PATCH', 'PROPFIND', 'QUERY'])('%s is refused for every address', async (method) => {
  const target = method === 'CONNECT' ? 'evil.example:443' : '/api/projects'
  const words = lines(`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', 'Content-Length: 0')
  const statuses = await talk(words)
  expect(statuses.filter((status) => !['400', '404', '405', '501'].includes(status))).toEqual([])
})

test('the server still answers afterwards', async () => {
  expect((await send(scene, { url: '/api/users/me', headers: scene.owner.headers })).statusCode).toBe(200)
})

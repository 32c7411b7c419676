import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createConnection, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { Network } from '#platform/server/network/network.ts'
import { certificate, certificateKey } from '#tests/support/certificate.ts'
import { readWebsite, type WebsiteBounds, websiteBounds } from './website.ts'
import { WebsiteError } from './website-error.ts'

const servers: (Server | TcpServer)[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
})

async function portOf(server: Server | TcpServer): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

interface Wires {
  network: Network
  /** The destinations that were connected to. */
  dialled: string[]
}

/** Returns a network in which these hosts have these addresses, and every address leads to a local server. */
function wires(port: number, hosts: Record<string, string[]> = { 'tidewell.com': ['93.184.216.34'] }): Wires {
  const dialled: string[] = []
  const network: Network = {
    resolve: async (host) => hosts[host] ?? Promise.reject(new Error('ENOTFOUND')),
    dial: (address, toPort) => {
      dialled.push(`${address}:${toPort}`)
      return createConnection({ host: '127.0.0.1', port })
    },
    standIn: () => null,
  }
  return { network, dialled }
}

const html = { 'content-type': 'text/html' }

const page = (text = 'Surf reports'): RequestListener => {
  return (_request, response) => response.writeHead(200, html).end(`<title>${text}</title>`)
}

async function read(listener: RequestListener, typed = 'http://tidewell.com/', bounds: Partial<WebsiteBounds> = {}) {
  const { network } = wires(await portOf(createServer(listener)))
  return readWebsite(network, typed, { ...websiteBounds, ...bounds })
}

async function faultOf(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'read',
    (error: unknown) => (error instanceof WebsiteError ? error.fault : String(error)),
  )
}

test('a page is requested from the checked address, with its host name and without identifying headers', async () => {
  const requests: unknown[] = []
  const server = createServer(({ method, url, headers }, response) => {
    requests.push({ method, url, host: headers.host, cookie: headers.cookie, referer: headers.referer })
    page()({} as never, response)
  })
  const { network, dialled } = wires(await portOf(server))
  expect(await readWebsite(network, 'http://tidewell.com/surf?day=1#top')).toEqual([
    { url: 'http://tidewell.com/surf?day=1#top', html: '<title>Surf reports</title>' },
  ])
  expect(requests).toEqual([{ method: 'GET', url: '/surf?day=1', host: 'tidewell.com' }])
  expect(dialled).toEqual(['93.184.216.34:80'])
})

describe('the guard', () => {
  test.each([
    ['a private address', ['10.0.0.5']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['an IPv6 address that contains a private one', ['::ffff:10.0.0.1']],
    ['the cloud metadata service', ['169.254.169.254']],
  ])('does not connect to a name that resolves to %s', async (_, addresses) => {
    const { network, dialled } = wires(await portOf(createServer(page())), { 'tidewell.com': addresses })
    expect(await faultOf(readWebsite(network, 'tidewell.com'))).toBe('private')
    expect(dialled).toEqual([])
  })

  test('connects to the checked address even if the name changes a moment later', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']]
    const { network, dialled } = wires(await portOf(createServer(page())))
    const rebinding = { ...network, resolve: async () => answers.shift() ?? [] }
    await readWebsite(rebinding, 'http://tidewell.com/')
    expect(dialled).toEqual(['93.184.216.34:80'])
    expect(await faultOf(readWebsite(rebinding, 'http://tidewell.com/'))).toBe('private')
    expect(dialled).toHaveLength(1)
  })

  test.each([
    ['http://127.0.0.1/', 'private'],
    ['http://169.254.169.254/latest/', 'private'],
    ['http://[::1]/', 'private'],
    ['http://inside.com/', 'private'],
    ['http://localhost/', 'private'],
    ['http://tidewell.com:5432/', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['http://user:pw@tidewell.com/', 'invalid'],
    ['http://[', 'unreadable'],
  ])('does not follow a redirect to %s', async (location, fault) => {
    const server = createServer((_request, response) => response.writeHead(302, { location }).end())
    const hosts = { 'tidewell.com': ['93.184.216.34'], 'inside.com': ['192.168.1.1'] }
    const { network, dialled } = wires(await portOf(server), hosts)
    expect(await faultOf(readWebsite(network, 'http://tidewell.com/'))).toBe(fault)
    expect(dialled).toEqual(['93.184.216.34:80'])
  })

  test('also applies to further pages', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/about') response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
      else response.writeHead(200, html).end('<a href="/about">About</a>')
    })
    const { network, dialled } = wires(await portOf(server))
    expect(await readWebsite(network, 'http://tidewell.com/')).toHaveLength(1)
    expect(new Set(dialled)).toEqual(new Set(['93.184.216.34:80']))
  })

  test("trusts the operator's stand-in for a host and uses plain HTTP", async () => {
    const port = await portOf(
      createServer((request, response) => page(request.headers.host)(request, response as never)),
    )
    const { network, dialled } = wires(0)
    const standIn = (host: string) => (host === 'tidewell.example' ? { address: '127.0.0.1', port } : null)
    const stage: Network = {
      ...network,
      standIn,
      dial: (address, to) => createConnection({ host: address, port: to }),
    }
    expect(await readWebsite(stage, 'tidewell.example')).toEqual([
      { url: 'https://tidewell.example/', html: '<title>tidewell.example</title>' },
    ])
    expect(dialled).toEqual([])
  })
})

describe('fetching a website', () => {
  test('up to five redirects are followed', async () => {
    const hops = (most: number): RequestListener => {
      return (request, response) => {
        const hop = Number(request.url?.slice(1))
        if (hop < most) response.writeHead(301, { location: `/${hop + 1}` }).end()
        else page()(request, response as never)
      }
    }
    expect((await read(hops(5), 'http://tidewell.com/0'))[0]?.url).toBe('http://tidewell.com/5')
    expect(await faultOf(read(hops(6), 'http://tidewell.com/0'))).toBe('redirects')
  })

  test('without a scheme, http is tried if https fails; with a scheme it is not', async () => {
    const { network, dialled } = wires(await portOf(createServer(page())))
    expect((await readWebsite(network, 'tidewell.com'))[0]?.url).toBe('http://tidewell.com/')
    expect(dialled).toEqual(['93.184.216.34:443', '93.184.216.34:80'])
    expect(await faultOf(readWebsite(network, 'https://tidewell.com'))).toBe('insecure')
  })

  test('over https, the certificate must match the typed host', async () => {
    const requests: unknown[] = []
    const server = createSecureServer({ cert: certificate, key: certificateKey }, (request, response) => {
      requests.push([request.headers.host, (request.socket as TLSSocket).servername])
      page()(request, response as never)
    })
    const hosts = { 'tidewell.com': ['93.184.216.34'], 'other.com': ['93.184.216.34'] }
    const { network, dialled } = wires(await portOf(server), hosts)
    expect(await faultOf(readWebsite(network, 'https://tidewell.com'))).toBe('insecure')
    const before = getCACertificates()
    setDefaultCACertificates([...before, certificate])
    try {
      expect((await readWebsite(network, 'tidewell.com'))[0]?.url).toBe('https://tidewell.com/')
      expect(await faultOf(readWebsite(network, 'https://other.com'))).toBe('insecure')
    } finally {
      setDefaultCACertificates(before)
    }
    expect(requests).toEqual([['tidewell.com', 'tidewell.com']])
    expect(new Set(dialled)).toEqual(new Set(['93.184.216.34:443']))
  })

  test('the next address of a host is tried if one does not respond', async () => {
    const server = createServer(page())
    const port = await portOf(server)
    const { network } = wires(port, { 'tidewell.com': ['2606:4700::1111', '1.1.1.1', '8.8.8.8'] })
    const dialled: string[] = []
    const dial: Network['dial'] = (address) => {
      dialled.push(address)
      // Port 1 of this machine refuses connections.
      return createConnection({ host: '127.0.0.1', port: address === '8.8.8.8' ? port : 1 })
    }
    expect(await readWebsite({ ...network, dial }, 'http://tidewell.com/')).toHaveLength(1)
    expect(dialled).toEqual(['1.1.1.1', '8.8.8.8'])
  })

  test.each([
    ['unknown.com', 'notFound'],
    ['nowhere.com', 'notFound'],
    ['tidewell.example', 'notFound'],
    ['tidewell.invalid', 'notFound'],
    ['tidewell.test', 'notFound'],
  ])('%s is not found', async (typed, fault) => {
    const reserved = Object.fromEntries(['example', 'invalid', 'test'].map((top) => [`tidewell.${top}`, ['8.8.8.8']]))
    const { network } = wires(0, { 'nowhere.com': [], ...reserved })
    expect(await faultOf(readWebsite(network, typed))).toBe(fault)
  })

  test('a host that refuses connections is unreachable', async () => {
    expect(await faultOf(readWebsite(wires(1).network, 'http://tidewell.com'))).toBe('unreachable')
  })

  test('at most three further pages of the same website are read', async () => {
    const requests: string[] = []
    const links = ['/about', '/pricing', '/features', '/vs/acme', 'http://other.com/about'].map(
      (href) => `<a href="${href}">x</a>`,
    )
    const pages = await read((request, response) => {
      requests.push(request.url!)
      if (request.url === '/pricing') response.writeHead(500).end()
      else response.writeHead(200, html).end(links.join(''))
    })
    expect(requests.toSorted()).toEqual(['/', '/about', '/features', '/vs/acme'])
    expect(pages.map(({ url }) => new URL(url).pathname)).toEqual(['/', '/features', '/about', '/vs/acme'])
  })
})

describe('limits', () => {
  const soon = { totalMs: 150 }

  test('a lookup or a host that never answers is slow', async () => {
    const silent = await portOf(createTcpServer(() => {}))
    const { network } = wires(silent)
    expect(await faultOf(readWebsite(network, 'http://tidewell.com', { ...websiteBounds, ...soon }))).toBe('slow')
    expect(await faultOf(readWebsite(network, 'tidewell.com', { ...websiteBounds, connectMs: 100 }))).toBe('slow')
    const mute = { ...network, resolve: () => new Promise<string[]>(() => {}) }
    expect(await faultOf(readWebsite(mute, 'tidewell.com', { ...websiteBounds, ...soon }))).toBe('slow')
  })

  test('a body that never ends is slow, and its connection is closed', async () => {
    let closed = Promise.resolve()
    const reading = read(
      (request, response) => {
        closed = once(request.socket, 'close').then(() => {})
        response.writeHead(200, html).write('<title>Surf')
      },
      'http://tidewell.com',
      soon,
    )
    expect(await faultOf(reading)).toBe('slow')
    await closed
  })

  test.each([
    ['uncompressed', {}, (bytes: Buffer) => bytes],
    ['a gzip bomb', { 'content-encoding': 'gzip' }, gzipSync],
    ['a deflate bomb', { 'content-encoding': 'deflate' }, deflateSync],
    ['a brotli bomb', { 'content-encoding': 'br' }, brotliCompressSync],
  ])('only the beginning of a huge body is read (%s)', async (_, headers, packed) => {
    const body = packed(Buffer.alloc(20_000_000, 'x'))
    const [first] = await read((_request, response) => response.writeHead(200, { ...html, ...headers }).end(body))
    expect(first?.html.length).toBe(websiteBounds.bodyBytes)
  })

  test('headers of megabytes are not read', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(10_000_000)}\r\n\r\n<p>`)
    })
    const { network } = wires(await portOf(server))
    expect(await faultOf(readWebsite(network, 'http://tidewell.com'))).toBe('unreadable')
  })
})

describe('a response that is not a page', () => {
  test.each([
    [{ 'content-type': 'application/pdf' }, 'notPage'],
    [{ 'content-type': 'image/svg+xml' }, 'notPage'],
    [{ 'content-type': 'text/html-x' }, 'notPage'],
    [{ 'content-type': 'text/html', 'content-encoding': 'zstd' }, 'unreadable'],
    [{ 'content-type': 'text/html', 'content-encoding': 'gzip' }, 'unreadable'],
    [{ 'content-type': 'Application/XHTML+XML; charset=utf-8' }, 'read'],
    [{}, 'read'],
  ])('%j: %s', async (headers, fault) => {
    expect(await faultOf(read((_request, response) => response.writeHead(200, headers).end('<p>Hello')))).toBe(fault)
  })

  test.each([
    [404, 'missing'],
    [410, 'missing'],
    [401, 'refused'],
    [403, 'refused'],
    [429, 'refused'],
    [500, 'failing'],
    [503, 'failing'],
    [304, 'unreadable'],
  ])('status %i: %s', async (status, fault) => {
    expect(await faultOf(read((_request, response) => response.writeHead(status, html).end()))).toBe(fault)
  })

  test('from a server that does not speak HTTP is unreadable', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9\r\n'))
    const { network } = wires(await portOf(server))
    expect(await faultOf(readWebsite(network, 'http://tidewell.com'))).toBe('unreadable')
  })
})

describe('character sets', () => {
  test.each([
    ['UTF-8 by default', {}, Buffer.from('<p>Gemüse')],
    ['from the header', { 'content-type': 'text/html; charset="ISO-8859-1"' }, Buffer.from('<p>Gemüse', 'latin1')],
    ['from the page', {}, Buffer.from('<meta charset=windows-1252><p>Gemüse', 'latin1')],
    [
      'from an http-equiv tag of the page',
      {},
      Buffer.from('<meta http-equiv=content-type content="text/html; charset=latin1">Gemüse', 'latin1'),
    ],
    ['from the byte order mark', {}, Buffer.from('\ufeff<p>Gemüse', 'utf16le')],
    ['UTF-8 instead of an unknown one', { 'content-type': 'text/html; charset=klingon' }, Buffer.from('<p>Gemüse')],
    ['UTF-8 instead of a wrong one', {}, Buffer.from('<meta charset=utf-16><p>Gemüse')],
  ])('%s', async (_, headers, body) => {
    const [first] = await read((_request, response) => response.writeHead(200, { ...html, ...headers }).end(body))
    expect(first?.html).toContain('Gemüse')
  })
})

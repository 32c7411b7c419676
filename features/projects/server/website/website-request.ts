import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Network } from '#platform/server/network/network.ts'
import { hostOf, isPublic } from './website-address.ts'
import { WebsiteError } from './website-error.ts'

export interface RequestBounds {
  connectMs: number
  headerBytes: number
}

/** Reserved names that never resolve (RFC 2606); looking them up is pointless. */
const reservedName = /\.(?:example|invalid|test)$/
/** The maximum number of a host's addresses to try. */
const addressesMost = 3

/**
 * Sends one GET request, without cookies, redirects or a proxy. Resolves the host once, requires all of its addresses
 * to be public, and connects to one of those checked. A later DNS answer is never used (DNS rebinding). Throws
 * WebsiteError; if `signal` is aborted, its fault is `slow`.
 */
export async function get(
  network: Network,
  url: URL,
  { connectMs, headerBytes }: RequestBounds,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const socket = await connect(network, url, connectMs, signal)
  const sent = request({
    method: 'GET',
    host: hostOf(url),
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: 'text/html,application/xhtml+xml',
      'accept-encoding': 'gzip, deflate, br',
      'accept-language': 'en;q=1, *;q=0.5',
      'user-agent': 'Mozilla/5.0 (compatible; Earshot; fetches a website that a user entered)',
    },
    createConnection: () => socket,
    maxHeaderSize: headerBytes,
    signal,
  })
  // Later errors surface when the body is read.
  sent.on('error', () => {})
  sent.end()
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  } catch (error) {
    sent.destroy()
    throw new WebsiteError(signal.aborted ? 'slow' : 'unreadable', { cause: error })
  }
}

async function connect(network: Network, url: URL, connectMs: number, signal: AbortSignal): Promise<Socket> {
  const host = hostOf(url)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
  const standIn = network.standIn(host)
  if (standIn) return opened(network.dial(standIn.address, standIn.port), 'connect', patience)
  const isSecure = url.protocol === 'https:'
  let failure: unknown
  for (const address of (await addressesOf(network, host, patience)).slice(0, addressesMost)) {
    try {
      const socket = await opened(network.dial(address, isSecure ? 443 : 80), 'connect', patience)
      return isSecure ? await secured(socket, host, patience) : socket
    } catch (error) {
      if (patience.aborted || (error instanceof WebsiteError && error.fault === 'insecure')) throw error
      failure = error
    }
  }
  throw failure
}

/** Returns a host's addresses, IPv4 first. Throws unless all of them are public. */
async function addressesOf(network: Network, host: string, patience: AbortSignal): Promise<string[]> {
  if (isIP(host)) return [host]
  if (reservedName.test(host)) throw new WebsiteError('notFound')
  const addresses = await Promise.race([network.resolve(host), aborted(patience)]).catch((error: unknown) => {
    throw new WebsiteError(patience.aborted ? 'slow' : 'notFound', { cause: error })
  })
  if (addresses.length === 0) throw new WebsiteError('notFound')
  if (!addresses.every(isPublic)) throw new WebsiteError('private')
  return addresses.toSorted((a, b) => isIP(a) - isIP(b))
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function secured(socket: Socket, host: string, patience: AbortSignal): Promise<Socket> {
  const options = { socket, ALPNProtocols: ['http/1.1'], ...(isIP(host) ? {} : { servername: host }) }
  const secure = connectTls(options)
  try {
    return await opened(secure, 'secureConnect', patience)
  } catch (error) {
    socket.destroy()
    throw error instanceof WebsiteError && error.fault === 'slow'
      ? error
      : new WebsiteError('insecure', { cause: error })
  }
}

async function opened(socket: Socket, event: 'connect' | 'secureConnect', patience: AbortSignal): Promise<Socket> {
  try {
    await once(socket, event, { signal: patience })
    return socket
  } catch (error) {
    socket.destroy()
    throw new WebsiteError(patience.aborted ? 'slow' : 'unreachable', { cause: error })
  }
}

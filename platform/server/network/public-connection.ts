import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Network } from './network.ts'
import { hostOf, isPublic, isPublicHost } from './public-address.ts'

export type ConnectionFault = 'private' | 'notFound' | 'unreachable' | 'insecure' | 'slow'

/** A connection to a host that a user named failed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly fault: ConnectionFault

  constructor(fault: ConnectionFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** Reserved names that never resolve (RFC 2606); looking them up is pointless. */
const reservedName = /\.(?:example|invalid|test)$/
/** The maximum number of a host's addresses to try. */
const addressesMost = 3

/**
 * Connects to the host of a URL that a user typed, on the scheme's default port. Resolves the host once, requires all of
 * its addresses to be public, and connects to one of those checked. A later DNS answer is never used (DNS rebinding).
 * Throws ConnectionError; if `signal` is aborted, its fault is `slow`.
 */
export async function connectPublic(
  network: Network,
  url: URL,
  connectMs: number,
  signal: AbortSignal,
): Promise<Socket> {
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
      if (patience.aborted || (error instanceof ConnectionError && error.fault === 'insecure')) throw error
      failure = error
    }
  }
  throw failure
}

/**
 * Connects to a port of a host that a user typed, without TLS, with the same checks. Throws ConnectionError.
 */
export async function connectPublicPort(
  network: Network,
  { host, port }: { host: string; port: number },
  patience: AbortSignal,
): Promise<Socket> {
  let failure: unknown = new ConnectionError('notFound')
  for (const address of (await addressesOf(network, host, patience)).slice(0, addressesMost)) {
    try {
      return await opened(network.dial(address, port), 'connect', patience)
    } catch (error) {
      if (patience.aborted) throw error
      failure = error
    }
  }
  throw failure
}

/** Starts TLS on a connection, and checks the certificate for the host. Throws ConnectionError. */
export function startTls(socket: Socket, host: string, patience: AbortSignal): Promise<TLSSocket> {
  return handshake(beginTls(socket, host), socket, patience)
}

/** Begins TLS on a connection, for clients that wait for the handshake themselves. */
export function beginTls(socket: Socket, host: string): TLSSocket {
  return connectTls({ socket, ...(isIP(host) ? {} : { servername: host }) })
}

/** Returns a host's addresses, IPv4 first. Throws unless all of them are public. */
async function addressesOf(network: Network, host: string, patience: AbortSignal): Promise<string[]> {
  if (!isPublicHost(host)) throw new ConnectionError('private')
  if (isIP(host)) return [host]
  if (reservedName.test(host)) throw new ConnectionError('notFound')
  const addresses = await Promise.race([network.resolve(host), aborted(patience)]).catch((error: unknown) => {
    throw new ConnectionError(patience.aborted ? 'slow' : 'notFound', { cause: error })
  })
  if (addresses.length === 0) throw new ConnectionError('notFound')
  if (!addresses.every(isPublic)) throw new ConnectionError('private')
  return addresses.toSorted((a, b) => isIP(a) - isIP(b))
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function secured(socket: Socket, host: string, patience: AbortSignal): Promise<Socket> {
  const options = { socket, ALPNProtocols: ['http/1.1'], ...(isIP(host) ? {} : { servername: host }) }
  return handshake(connectTls(options), socket, patience)
}

async function handshake(secure: TLSSocket, socket: Socket, patience: AbortSignal): Promise<TLSSocket> {
  try {
    return await opened(secure, 'secureConnect', patience)
  } catch (error) {
    socket.destroy()
    throw error instanceof ConnectionError && error.fault === 'slow'
      ? error
      : new ConnectionError('insecure', { cause: error })
  }
}

async function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  patience: AbortSignal,
): Promise<S> {
  try {
    await once(socket, event, { signal: patience })
    return socket
  } catch (error) {
    socket.destroy()
    throw new ConnectionError(patience.aborted ? 'slow' : 'unreachable', { cause: error })
  }
}

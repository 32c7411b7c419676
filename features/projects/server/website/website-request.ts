import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Network } from '#platform/server/network/network.ts'
import { hostOf } from '#platform/server/network/public-address.ts'
import { ConnectionError, connectPublic } from '#platform/server/network/public-connection.ts'
import { WebsiteError } from './website-error.ts'

export interface RequestBounds {
  connectMs: number
  headerBytes: number
}

/**
 * Sends one GET request to a public host, without cookies, redirects or a proxy. Throws WebsiteError; if `signal` is
 * aborted, its fault is `slow`.
 */
export async function get(
  network: Network,
  url: URL,
  { connectMs, headerBytes }: RequestBounds,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const socket = await connectPublic(network, url, connectMs, signal).catch((error: unknown) => {
    throw error instanceof ConnectionError ? new WebsiteError(error.fault, { cause: error }) : error
  })
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

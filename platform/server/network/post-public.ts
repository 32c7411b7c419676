import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Network } from './network.ts'
import { hostOf } from './public-address.ts'
import { ConnectionError, connectPublic } from './public-connection.ts'

/** Limits of a request, in ms and bytes. */
const bounds = { totalMs: 15_000, connectMs: 5_000, headerBytes: 16_384, responseBytes: 1_024 }
export type PostBounds = typeof bounds

export interface PostResponse {
  status: number
  /** The beginning of the body. */
  head: string
  /** The header Retry-After. */
  retryAfter: string | null
}

/**
 * Posts to a URL that a user typed, through the guard against private networks. Doesn't follow redirects, so that no
 * response leads elsewhere. Throws ConnectionError; if no response arrives in time, its fault is `slow`.
 */
export async function postPublic(
  network: Network,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
  { totalMs, connectMs, headerBytes, responseBytes }: PostBounds = bounds,
): Promise<PostResponse> {
  const signal = AbortSignal.timeout(totalMs)
  const socket = await connectPublic(network, url, connectMs, signal)
  const sent = request({
    method: 'POST',
    host: hostOf(url),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Earshot',
    },
    createConnection: () => socket,
    maxHeaderSize: headerBytes,
    signal,
  })
  // Later errors surface when the body is read.
  sent.on('error', () => {})
  sent.end(body)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers: received } = response
    return { status, head: await headOf(response, responseBytes), retryAfter: received['retry-after'] ?? null }
  } catch (error) {
    throw new ConnectionError(signal.aborted ? 'slow' : 'unreachable', { cause: error })
  } finally {
    sent.destroy()
  }
}

/** Returns the beginning of a body, as far as it arrives. The status already tells the outcome. */
async function headOf(response: IncomingMessage, bytesMost: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).byteLength
      if (bytes >= bytesMost) break
    }
  } catch {
    // What has arrived is enough for the log.
  }
  return Buffer.concat(chunks).subarray(0, bytesMost).toString('utf8').toWellFormed().replaceAll('\0', '')
}

import type { CustomFetch } from 'openid-client'
import { SignInError } from './provider.ts'

/** The limits for requests to a provider. */
export interface FetchBounds {
  /** The ms for all requests of one sign-in together. */
  totalMs: number
  /** The size of one response. */
  bytes: number
}

const fetchBounds: FetchBounds = { totalMs: 15_000, bytes: 200_000 }

/**
 * Returns a fetch that follows no redirects and is limited in time and size. Throws SignInError `unavailable` if the
 * provider doesn't respond in time or reports a temporary failure.
 */
export function boundedFetch(userAgent: string, { totalMs, bytes }: FetchBounds = fetchBounds): CustomFetch {
  const timeout = AbortSignal.timeout(totalMs)
  return async (url, options) => {
    const headers = { ...options.headers, 'user-agent': userAgent }
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
    try {
      const { method, body = null } = options
      const response = await fetch(url, { method, body, headers, redirect: 'manual', signal })
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel()
        throw new SignInError('unavailable')
      }
      const read = await readBounded(response, bytes)
      return new Response(read.length === 0 ? null : read, { status: response.status, headers: response.headers })
    } catch (error) {
      throw error instanceof SignInError ? error : new SignInError('unavailable', { cause: error })
    }
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.length
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new SignInError('refused')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

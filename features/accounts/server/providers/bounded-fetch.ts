import type { CustomFetch } from 'openid-client'
import { SignInError } from './provider.ts'

/** What asking a provider may take. */
export interface FetchBounds {
  /** Milliseconds, for all requests of one sign-in together. */
  totalMs: number
  /** Of one answer. */
  bytes: number
}

const fetchBounds: FetchBounds = { totalMs: 15_000, bytes: 200_000 }

/**
 * A fetch that follows no redirect and waits and reads no longer than is sensible. Throws SignInError `unavailable`
 * where nobody answers in time, or answers that they can't just now.
 */
export function boundedFetch(userAgent: string, { totalMs, bytes }: FetchBounds = fetchBounds): CustomFetch {
  const patience = AbortSignal.timeout(totalMs)
  return async (url, options) => {
    const headers = { ...options.headers, 'user-agent': userAgent }
    const signal = options.signal ? AbortSignal.any([patience, options.signal]) : patience
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

async function readBounded(response: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.length
    // Leaving the loop closes the connection.
    if (length > most) throw new SignInError('refused')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

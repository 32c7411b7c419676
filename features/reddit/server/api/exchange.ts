import type { Exchange } from '#platform/server/services.ts'

/** The limits of one request to Reddit. */
export interface ExchangeBounds {
  /** The ms until the response begins. */
  headersMs: number
  /** The ms from one chunk to the next. */
  betweenBytesMs: number
  /** The ms for the whole exchange. */
  totalMs: number
  /** The decompressed size of the response. */
  bytes: number
}

/** A page of 100 posts with the longest texts, each of them twice in HTML, is below 20 MB. */
export const exchangeBounds: ExchangeBounds = {
  headersMs: 15_000,
  betweenBytesMs: 10_000,
  totalMs: 30_000,
  bytes: 24_000_000,
}

/** Schedules a callback and returns a function that cancels it. Tests provide their own, so that they need not wait. */
export interface Timers {
  after(ms: number, run: () => void): () => void
}
const realTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** The reason for an incomplete response. Whether Reddit acted on the request is unknown then. */
export type ExchangeFault = 'unreachable' | 'slow' | 'huge' | 'broken'
export class ExchangeError extends Error {
  readonly fault: ExchangeFault

  constructor(fault: ExchangeFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** The errors of connections that never came about. */
const unsentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Returns whether it is certain that nothing of a request reached the other side. */
export function wasNeverSent({ fault, cause }: ExchangeError): boolean {
  let code: unknown
  for (let inner = cause; inner instanceof Error; inner = inner.cause) if ('code' in inner) code = inner.code
  return fault === 'unreachable' && typeof code === 'string' && unsentCodes.includes(code)
}

/** Returns the exchange with the real Reddit. Follows no redirects, since the caller decides which are safe. */
export function openExchange(bounds: ExchangeBounds = exchangeBounds, timers: Timers = realTimers): Exchange {
  return async ({ method, url, headers, body }) => {
    const controller = new AbortController()
    const end = () => controller.abort()
    const endWhole = timers.after(bounds.totalMs, end)
    let endWait = timers.after(bounds.headersMs, end)
    const waitAgain = () => {
      endWait()
      endWait = timers.after(bounds.betweenBytesMs, end)
    }
    let isAnswered = false
    try {
      const { signal } = controller
      const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal })
      isAnswered = true
      waitAgain()
      const text = await readBounded(response, bounds.bytes, waitAgain)
      return { status: response.status, header: (name) => response.headers.get(name), text }
    } catch (error) {
      if (error instanceof ExchangeError) throw error
      const fault = controller.signal.aborted ? 'slow' : isAnswered ? 'broken' : 'unreachable'
      throw new ExchangeError(fault, { cause: error })
    } finally {
      endWait()
      endWhole()
    }
  }
}
async function readBounded(response: Response, maxBytes: number, onChunk: () => void): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    onChunk()
    length += piece.length
    // Leaving the loop closes the connection.
    if (length > maxBytes) throw new ExchangeError('huge')
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

import { z } from 'zod'
import { endpointErrorOf } from '#platform/server/network/endpoint-error.ts'
import { endpointFetch } from '#platform/server/network/endpoint-fetch.ts'

/** Paddle's API as the operator configured it. */
export interface PaddleAccess {
  /** Without a trailing slash (PADDLE_API_URL). */
  apiUrl: string
  apiKey: string
}

/** refused: Paddle rejected the request, its message says why · unavailable: a later attempt may succeed. */
type PaddleFailure = { ok: false; reason: 'notFound' | 'refused' | 'unavailable'; message: string }
export type PaddleOutcome<T> = { ok: true; value: T } | PaddleFailure

export interface PaddleRequest {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Record<string, string | undefined>
  body?: object
}

export interface PaddleBounds {
  /** The ms for a whole exchange. */
  totalMs: number
  /** The decompressed size of a response. */
  bytes: number
}
/** A page of 200 subscriptions is below 2 MB. */
export const paddleBounds: PaddleBounds = { totalMs: 10_000, bytes: 8_000_000 }

const Refusal = z.object({
  error: z.object({
    code: z.string(),
    detail: z.string(),
    /** The invalid fields. */
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  }),
})
/** Bounds Paddle's own words in logs. */
const messageMost = 300

/**
 * Sends one request and parses the response with the schema. Never throws for failures of Paddle or the network, and
 * its messages contain neither the key nor the request.
 */
export async function exchangeWithPaddle<T>(
  { apiUrl, apiKey }: PaddleAccess,
  { method, path, query = {}, body }: PaddleRequest,
  schema: z.ZodType<T>,
  { totalMs, bytes }: PaddleBounds,
): Promise<PaddleOutcome<T>> {
  const address = new URL(apiUrl + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value)
  const signal = AbortSignal.timeout(totalMs)
  try {
    const response = await endpointFetch(bytes)(address, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'paddle-version': '1',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal,
    })
    return outcomeOf(response.status, jsonOf(await response.text()), schema)
  } catch (error) {
    return unavailable(endpointErrorOf(error, signal).message)
  }
}

function outcomeOf<T>(status: number, body: unknown, schema: z.ZodType<T>): PaddleOutcome<T> {
  if (status === 429) return unavailable("Paddle's rate limit was reached")
  if (status >= 500) return unavailable('Paddle responded with a server error')
  if (status >= 400) {
    const refusal = Refusal.safeParse(body)
    // Without Paddle's error, something else answered: a proxy, or another server at a wrong address.
    if (!refusal.success) return unavailable('Paddle sent an unexpected response')
    const { code, detail, errors = [] } = refusal.data.error
    const fields = errors.map(({ field, message }) => ` ${field} ${message}.`).join('')
    return {
      ok: false,
      reason: status === 404 ? 'notFound' : 'refused',
      message: `${code}: ${detail}${fields}`.slice(0, messageMost),
    }
  }
  const parsed = schema.safeParse(body)
  return parsed.success ? { ok: true, value: parsed.data } : unavailable('Paddle sent an unexpected response')
}

function unavailable(message: string): PaddleFailure {
  return { ok: false, reason: 'unavailable', message }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Anything but JSON fits no schema.
    return undefined
  }
}

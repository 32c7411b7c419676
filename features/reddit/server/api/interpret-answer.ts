import { z } from 'zod'
import type { Answer } from '#platform/server/services.ts'
import { failureOf, type RedditError } from './codes.ts'
import { type Failure, giveUp, type Outcome, ok, type RetryReason, retryLater, signIn } from './outcome.ts'

/** The time of a response, and the number of failures in a row before it. */
export interface CallContext {
  now: number
  failures: number
}

const limitedMs = 60_000
const limitedMostMs = 3_600_000
const pageMs = 15 * 60_000
const failingMs = 15_000
const failingMostMs = 10 * 60_000

/** Returns a retry whose delay doubles from 15 seconds up to 10 minutes. */
export function backOff(because: RetryReason, { now, failures }: CallContext): Failure {
  return retryLater(because, now + Math.min(failingMs * 2 ** Math.min(failures, 10), failingMostMs))
}

/**
 * Returns a response's JSON, or the failure and what to do about it. Reddit reports failures by status, or by words
 * with status 200. Proxies in between answer in HTML.
 */
export function interpretAnswer(answer: Answer, circumstances: CallContext): Outcome<unknown> {
  const { now } = circumstances
  const { status } = answer
  const body = jsonOf(answer.text)
  if (status === 429) return retryLater('limited', now + limitMs(answer, now))
  if (status >= 500) return backOff('failing', circumstances)
  if (status === 401) return signIn('tokenRefused')
  if (status >= 300 && status < 400) return interpretRedirect(answer)
  if (status >= 400) return interpretRefusal(status, body, now)
  if (body === undefined) {
    if (isPage(answer)) return retryLater('page', now + pageMs)
    return answer.text === '' ? ok(null) : backOff('broken', circumstances)
  }
  const reported = errorsIn(body)
  return failureOf(reported.errors, reported.limitSeconds, now) ?? ok(body)
}

/** Interprets a redirect: Reddit redirects to a search if something doesn't exist. */
function interpretRedirect(answer: Answer): Failure {
  const location = answer.header('location') ?? ''
  return giveUp(/\/(?:subreddits|users)\/search\b/.test(location) ? 'missing' : 'misasked')
}

const statusEndings = { 400: 'misasked', 403: 'forbidden', 404: 'missing', 410: 'missing', 451: 'withheld' } as const

const Refusal = z.object({ reason: z.string().nullish(), explanation: z.string().nullish() })

function interpretRefusal(status: number, body: unknown, now: number): Failure {
  // The API would give a reason; an HTML page means that our IP address is temporarily blocked.
  if (status === 403 && body === undefined) return retryLater('page', now + pageMs)
  const reported = errorsIn(body)
  const parsed = Refusal.safeParse(body)
  const reason = parsed.data?.reason
  const named = reason ? [{ code: reason, words: parsed.data?.explanation ?? null }] : []
  const failure = failureOf([...reported.errors, ...named], reported.limitSeconds, now)
  return failure ?? giveUp(statusEndings[status as keyof typeof statusEndings] ?? 'misasked')
}

const Said = z.object({
  json: z.object({
    errors: z.array(z.tuple([z.string()], z.unknown())).optional(),
    ratelimit: z.number().nullish(),
  }),
})

function errorsIn(body: unknown): { errors: RedditError[]; limitSeconds: number | null } {
  const { json } = Said.safeParse(body).data ?? {}
  const errors = (json?.errors ?? []).map(([code, words]) => ({
    code,
    words: typeof words === 'string' ? words : null,
  }))
  return { errors, limitSeconds: json?.ratelimit ?? null }
}

/** Returns the wait that a 429 asks for, in ms: given in seconds, by a date, by the end of its window, or not given. */
function limitMs(answer: Answer, now: number): number {
  const [after, reset] = [answer.header('retry-after'), answer.header('x-ratelimit-reset')]
  const asked = secondsMs(after) ?? dateMs(after, now) ?? secondsMs(reset) ?? limitedMs
  return Math.min(Math.max(asked, 1000), limitedMostMs)
}

function secondsMs(text: string | null): number | null {
  return text !== null && /^\d{1,9}(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : null
}

function dateMs(text: string | null, now: number): number | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at - now
}

/** Returns undefined if the text isn't JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPage(answer: Answer): boolean {
  return /\bhtml\b/.test(answer.header('content-type') ?? '') || /^\s*<(?:!doctype|html)/i.test(answer.text)
}

import { z } from 'zod'
import type { Answer } from '#platform/server/services.ts'
import { failureOf, type RedditError } from './codes.ts'
import { type Failure, giveUp, type Outcome, ok, type RetryReason, retryLater, signIn } from './outcome.ts'

/** When an answer came, and how many came to nothing before it, one after the other. */
export interface CallContext {
  now: number
  failures: number
}

const limitedMs = 60_000
const limitedMostMs = 3_600_000
const pageMs = 15 * 60_000
const failingMs = 15_000
const failingMostMs = 10 * 60_000

/** Waits double from a quarter of a minute to ten. */
export function backOff(because: RetryReason, { now, failures }: CallContext): Failure {
  return retryLater(because, now + Math.min(failingMs * 2 ** Math.min(failures, 10), failingMostMs))
}

/**
 * What an answer means: its JSON, or what to do in place of it. Reddit refuses in two ways, by a status and by words with
 * status 200; and what stands between it and us answers in HTML.
 */
export function interpretAnswer(answer: Answer, circumstances: CallContext): Outcome<unknown> {
  const { now } = circumstances
  const { status } = answer
  const body = jsonOf(answer.text)
  if (status === 429) return retryLater('limited', now + limitMs(answer, now))
  if (status >= 500) return backOff('failing', circumstances)
  if (status === 401) return signIn('tokenRefused')
  if (status >= 300 && status < 400) return elsewhere(answer)
  if (status >= 400) return refusal(status, body, now)
  if (body === undefined) {
    if (isPage(answer)) return retryLater('page', now + pageMs)
    return answer.text === '' ? ok(null) : backOff('broken', circumstances)
  }
  const said = saidIn(body)
  return failureOf(said.errors, said.limitSeconds, now) ?? ok(body)
}

/** What does not exist leads to a search for it. */
function elsewhere(answer: Answer): Failure {
  const location = answer.header('location') ?? ''
  return giveUp(/\/(?:subreddits|users)\/search\b/.test(location) ? 'missing' : 'misasked')
}

const statusEndings = { 400: 'misasked', 403: 'forbidden', 404: 'missing', 410: 'missing', 451: 'withheld' } as const

const Refusal = z.object({ reason: z.string().nullish(), explanation: z.string().nullish() })

function refusal(status: number, body: unknown, now: number): Failure {
  // A page for people where the API would have given a reason: our address is blocked, and that passes.
  if (status === 403 && body === undefined) return retryLater('page', now + pageMs)
  const said = saidIn(body)
  const parsed = Refusal.safeParse(body)
  const reason = parsed.data?.reason
  const named = reason ? [{ code: reason, words: parsed.data?.explanation ?? null }] : []
  const spoken = failureOf([...said.errors, ...named], said.limitSeconds, now)
  return spoken ?? giveUp(statusEndings[status as keyof typeof statusEndings] ?? 'misasked')
}

const Said = z.object({
  json: z.object({
    errors: z.array(z.tuple([z.string()], z.unknown())).optional(),
    ratelimit: z.number().nullish(),
  }),
})

function saidIn(body: unknown): { errors: RedditError[]; limitSeconds: number | null } {
  const { json } = Said.safeParse(body).data ?? {}
  const errors = (json?.errors ?? []).map(([code, words]) => ({
    code,
    words: typeof words === 'string' ? words : null,
  }))
  return { errors, limitSeconds: json?.ratelimit ?? null }
}

/** How long a 429 asks for, in milliseconds: in seconds, by a date, by the end of its window, or not at all. */
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

/** Undefined for what is no JSON. */
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

import type { CallPurpose, ReportedRate } from '#engine/reddit/governor.ts'
import type { Answer, Exchange, RedditApp } from '#platform/server/services.ts'
import { ExchangeError, type ExchangeFault } from './exchange.ts'
import { backOff, interpretAnswer } from './interpret-answer.ts'
import { type Failure, type Outcome, ok } from './outcome.ts'
import { rateOf } from './rate.ts'

/** Decides whether a call may be sent now. Provided from outside, since all processes share one rate limit. */
export interface Governor {
  take(purpose: CallPurpose): Promise<{ state: 'go' } | Failure>
  /** Records the rate limit that a response reported. */
  recordRate(rate: ReportedRate): Promise<void>
  /** Pauses all calls until the given time. */
  pause(until: number): Promise<void>
}

/** Provides the access token of the app or of an account. */
export interface Tokens {
  get(): Promise<Outcome<string>>
  /** Records that Reddit rejected a token: `get` then returns another one. */
  refuse(token: string): Promise<void>
}

/** Reddit's API, called as one app or account. */
export interface RedditApi {
  app: RedditApp
  exchange: Exchange
  governor: Governor
  tokens: Tokens
  now(): number
}

/** A read request. Actions are in outgoing/write.ts. */
export interface ApiRequest {
  path: string
  query?: Record<string, string | number | undefined>
  purpose: CallPurpose
  /** The number of failures in a row before this request; the backoff grows with it. */
  failures?: number
}

/** A renamed community redirects to its new name, which may differ in its trailing slash. */
const redirectsMost = 2

/**
 * Returns Reddit's response as parsed by `read`, whose null means nonsense. Never throws for failures of Reddit or the
 * network. Renews a rejected token once.
 */
export async function callReddit<T>(
  api: RedditApi,
  asked: ApiRequest,
  read: (body: unknown) => T | null,
): Promise<Outcome<T>> {
  const first = await once(api, asked, addressOf(api.app, asked))
  const outcome = isRefusedToken(first) ? await once(api, asked, addressOf(api.app, asked)) : first
  if (outcome.state !== 'ok') return outcome
  const value = read(outcome.value)
  return value === null ? backOff('nonsense', circumstances(api, asked)) : ok(value)
}

/** Returns whether Reddit rejected the token, and did nothing. */
export function isRefusedToken(outcome: { state: string; because?: string }): boolean {
  return outcome.state === 'signIn' && outcome.because === 'tokenRefused'
}

async function once(api: RedditApi, asked: ApiRequest, url: URL): Promise<Outcome<unknown>> {
  let location = url
  for (let redirects = 0; ; redirects++) {
    const token = await api.tokens.get()
    if (token.state !== 'ok') return token
    const slot = await api.governor.take(asked.purpose)
    if (slot.state !== 'go') return slot
    const answer = await sent(api, location, token.value)
    if (typeof answer === 'string') return backOff(answer, circumstances(api, asked))
    const rate = rateOf(answer)
    if (rate) await api.governor.recordRate(rate)
    const verdict = interpretAnswer(answer, circumstances(api, asked))
    if (verdict.state === 'later' && verdict.because === 'limited') await api.governor.pause(verdict.at)
    if (isRefusedToken(verdict)) await api.tokens.refuse(token.value)
    const next = redirects < redirectsMost ? redirectOf(answer, location, verdict) : null
    if (!next) return verdict
    location = next
  }
}

async function sent(api: RedditApi, url: URL, token: string): Promise<Answer | ExchangeFault> {
  const headers = { authorization: `bearer ${token}`, 'user-agent': api.app.userAgent, accept: 'application/json' }
  try {
    return await api.exchange({ method: 'GET', url, headers })
  } catch (error) {
    if (error instanceof ExchangeError) return error.fault
    throw error
  }
}

/** Returns where to send the request instead, only on the same host: the token must not go anywhere else. */
function redirectOf(answer: Answer, from: URL, verdict: Outcome<unknown>): URL | null {
  const location = answer.header('location')
  if (answer.status < 300 || answer.status >= 400 || location === null) return null
  if (verdict.state === 'never' && verdict.because === 'missing') return null
  const to = URL.parse(location, from.href)
  return to?.origin === from.origin ? to : null
}

/** Returns the URL of a request. */
export function addressOf({ apiUrl }: RedditApp, { path, query = {} }: Pick<ApiRequest, 'path' | 'query'>): URL {
  const url = new URL(apiUrl + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  // Without it, Reddit escapes &, < and > in texts.
  url.searchParams.set('raw_json', '1')
  return url
}

function circumstances(api: RedditApi, { failures = 0 }: ApiRequest) {
  return { now: api.now(), failures }
}

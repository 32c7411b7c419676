import { z } from 'zod'
import type { Answer, Exchange, RedditApp } from '#platform/server/services.ts'
import { ExchangeError } from './exchange.ts'
import { backOff, type CallContext, interpretAnswer, jsonOf } from './interpret-answer.ts'
import { type Failure, giveUp, type Outcome, ok, signIn } from './outcome.ts'

/** What a grant gives. Times are milliseconds since 1970. */
export interface Granted {
  accessToken: string
  expiresAt: number
  /** To renew it with; null where there is none, or none but the one that was used. */
  refreshToken: string | null
  /** What it allows; `*` is all. */
  scopes: string[]
}

/** What a token is asked for with. */
export type Grant =
  | { kind: 'app' }
  | { kind: 'code'; code: string; redirectUri: string }
  | { kind: 'refresh'; refreshToken: string }

/**
 * What an account is connected for: to know which it is, to read what it sees and the answers to what it wrote. To
 * write, it is asked again.
 */
export const readingScopes = ['identity', 'read', 'history', 'mysubreddits', 'privatemessages'] as const

/** The page on which somebody lets us use their account, until they take it back. */
export function permissionPage(
  app: RedditApp,
  { state, redirectUri, scopes }: { state: string; redirectUri: string; scopes: readonly string[] },
): URL {
  const page = new URL(`${app.authUrl}/api/v1/authorize`)
  page.search = new URLSearchParams({
    client_id: app.clientId,
    response_type: 'code',
    state,
    redirect_uri: redirectUri,
    duration: 'permanent',
    scope: scopes.join(' '),
  }).toString()
  return page
}

/** Asks for a token. Never throws for what Reddit or the way there does. */
export async function requestToken(
  app: RedditApp,
  exchange: Exchange,
  grant: Grant,
  circumstances: CallContext,
): Promise<Outcome<Granted>> {
  const answer = await post(app, exchange, '/api/v1/access_token', formOf(grant))
  if (!('text' in answer)) return backOff(answer.fault, circumstances)
  return readGranted(answer, grant.kind, circumstances)
}

/** Gives a token back. One that is unknown is as good as given back, and Reddit says so too. */
export async function revokeToken(
  app: RedditApp,
  exchange: Exchange,
  refreshToken: string,
  circumstances: CallContext,
): Promise<Outcome<null>> {
  const form = { token: refreshToken, token_type_hint: 'refresh_token' }
  const answer = await post(app, exchange, '/api/v1/revoke_token', form)
  if (!('text' in answer)) return backOff(answer.fault, circumstances)
  if (answer.status >= 200 && answer.status < 300) return ok(null)
  return troubleOfGrant(answer, 'refresh', circumstances) ?? backOff('nonsense', circumstances)
}

function formOf(grant: Grant): Record<string, string> {
  if (grant.kind === 'app') return { grant_type: 'client_credentials' }
  if (grant.kind === 'refresh') return { grant_type: 'refresh_token', refresh_token: grant.refreshToken }
  return { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri }
}

async function post(
  { authUrl, clientId, clientSecret, userAgent }: RedditApp,
  exchange: Exchange,
  path: string,
  form: Record<string, string>,
): Promise<Answer | ExchangeError> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': userAgent,
    accept: 'application/json',
  }
  try {
    const body = new URLSearchParams(form).toString()
    return await exchange({ method: 'POST', url: new URL(authUrl + path), headers, body })
  } catch (error) {
    if (error instanceof ExchangeError) return error
    throw error
  }
}

const Token = z.object({
  access_token: z.string().min(1).max(8_000),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().max(31_536_000),
  refresh_token: z.string().min(1).max(8_000).nullish(),
  scope: z.string().nullish(),
})

/** What an answer to a request for a token gives. */
export function readGranted(answer: Answer, kind: Grant['kind'], circumstances: CallContext): Outcome<Granted> {
  const trouble = troubleOfGrant(answer, kind, circumstances)
  if (trouble) return trouble
  const token = Token.safeParse(jsonOf(answer.text)).data
  if (!token) return backOff('nonsense', circumstances)
  return ok({
    accessToken: token.access_token,
    expiresAt: circumstances.now + Math.floor(token.expires_in * 1000),
    refreshToken: token.refresh_token ?? null,
    scopes: (token.scope ?? '').split(/[ ,]+/).filter((scope) => scope !== ''),
  })
}

const Refused = z.object({ error: z.union([z.string(), z.number()]) })
/** Refused because of the code or the token that was brought; Reddit says `{"error": 400}` of a refresh token too. */
const grantErrors = ['invalid_grant', 'access_denied']

/** Refused because of our app: nobody who uses it can mend that. */
const appErrors = [
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_request',
]

function troubleOfGrant(answer: Answer, kind: Grant['kind'], circumstances: CallContext): Failure | null {
  const error = Refused.safeParse(jsonOf(answer.text)).data?.error
  const isAnswered = answer.status < 500 && answer.status !== 429
  if (isAnswered && grantErrors.includes(String(error)))
    return kind === 'app' ? giveUp('appRefused') : signIn('grantRefused')
  if (isAnswered && appErrors.includes(String(error))) return giveUp('appRefused')
  if (answer.status === 400) return kind === 'app' ? giveUp('appRefused') : signIn('grantRefused')
  // Here it is the app's own id and secret that are asked for, and no token.
  if (answer.status === 401) return giveUp('appRefused')
  const verdict = interpretAnswer(answer, circumstances)
  return verdict.state === 'ok' ? null : verdict
}

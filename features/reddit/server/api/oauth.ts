import { z } from 'zod'
import type { Answer, Exchange, RedditApp } from '#platform/server/services.ts'
import { ExchangeError } from './exchange.ts'
import { backOff, type CallContext, interpretAnswer, jsonOf } from './interpret-answer.ts'
import { type Failure, giveUp, type Outcome, ok, signIn } from './outcome.ts'

/** A granted token. Times are in ms since 1970. */
export interface Granted {
  accessToken: string
  expiresAt: number
  /** The token for the renewal; null if there is none, or only the one already used. */
  refreshToken: string | null
  /** The allowed scopes; `*` means all. */
  scopes: string[]
}

/** The credential that a token is requested with. */
export type Grant =
  | { kind: 'app' }
  | { kind: 'code'; code: string; redirectUri: string }
  | { kind: 'refresh'; refreshToken: string }

/**
 * The scopes of a connected account: identify it, read the posts it can see, read and send its messages, and reply in
 * public.
 */
export const accountScopes = ['identity', 'read', 'history', 'mysubreddits', 'privatemessages', 'submit'] as const

/** Returns Reddit's page on which users allow Earshot to use their account until they revoke it. */
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

/** Requests a token. Never throws for failures of Reddit or the network. */
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

/** Revokes a token. An unknown one counts as revoked; Reddit says so too. */
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

/** Parses the response to a token request. */
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
/** The errors about the code or refresh token. Reddit also sends `{"error": 400}` for a refresh token. */
const grantErrors = ['invalid_grant', 'access_denied']

/** The errors about our app, which only its operator can fix. */
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
  // Here, a 401 rejects the app's own id and secret, not a token.
  if (answer.status === 401) return giveUp('appRefused')
  const verdict = interpretAnswer(answer, circumstances)
  return verdict.state === 'ok' ? null : verdict
}

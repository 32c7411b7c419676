import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '#platform/contract/errors.ts'
import { type NoticeName, noticePath, type RedditNotice, type SignInNotice } from '#platform/contract/notices.ts'
import { invalidKey } from '#platform/contract/query/query-faults.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { identify, requestCtx, tokenOf } from '#platform/server/http/authenticate.ts'
import { clearSessionCookies, setSessionCookies } from '#platform/server/http/cookies.ts'
import { isApiPath } from '#platform/server/http/headers.ts'
import { readQueryString } from '#platform/server/http/url.ts'
import { Identity, Provider } from '../../contract.ts'
import type { FirstStep } from '../two-factor/sign-in.ts'
import { asApiError, Refusal, reasonsOf } from './refusal.ts'
import {
  attemptOf,
  clearAttemptCookie,
  consumeRedirect,
  setAttemptCookie,
  setChallengeCookie,
  setPendingCookie,
} from './social-cookies.ts'

/** The functions behind these routes. */
export interface SocialVerbs {
  begin(ctx: Ctx, input: { provider: ProviderName; address: string }): Promise<{ page: URL; browser: string }>
  finish(
    ctx: Ctx,
    input: { provider: ProviderName; query: string; browser: string },
  ): Promise<FirstStep | { state: 'emailNeeded'; browser: string } | { state: 'linking'; notice: NoticeName }>
  /** Returns null if the redirect doesn't belong to connecting an account to a project. */
  connect(ctx: Ctx, input: { query: string }): Promise<RedditNotice | null>
  withToken(ctx: Ctx, input: { provider: ProviderName; accessToken: string; address: string }): Promise<Identity>
}

/** No HEAD routes: these requests set cookies, and a link preview must not start a sign-in. */
const route = { exposeHeadRoute: false } as const

/**
 * Registers the redirects to a provider and back (SPEC 4 and 7, DECISIONS 9 and 10), at the root and under /api. They
 * aren't JSON, and so not part of the contract. No URL that we redirect to contains a secret.
 */
export function registerSocial(app: FastifyInstance, ctx: Ctx, verbs: SocialVerbs): void {
  for (const root of ['', '/api']) {
    app.get(`${root}/connect/:provider`, route, (request, reply) => connect(ctx, verbs, request, reply))
    app.get(`${root}/auth/:provider/callback`, route, (request, reply) => tokenCallback(ctx, verbs, request, reply))
  }
  app.get('/connect/:provider/callback', route, (request, reply) => comeBack(ctx, verbs, request, reply))
}

/** Redirects a browser to a provider. Rejects any parameter for the later destination (CVE-2024-34065). */
async function connect(ctx: Ctx, { begin }: SocialVerbs, request: FastifyRequest, reply: FastifyReply) {
  unseen(reply)
  try {
    refuseQuery(request)
    const { page, browser } = await begin(requestCtx(ctx, anonymous, request), {
      provider: providerOf(request),
      address: request.ip,
    })
    setAttemptCookie(reply, browser, ctx.publicUrl)
    return reply.redirect(page.href, 302)
  } catch (error) {
    if (isApiPath(request.url)) throw error instanceof Refusal ? asApiError(error) : error
    return reply.redirect(noticePath(noticeOf(request, error)), 302)
  }
}

/** Handles the redirect back from a provider. */
async function comeBack(
  ctx: Ctx,
  { finish, connect: connectAccount }: SocialVerbs,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  unseen(reply)
  try {
    const [browser, query] = [attemptOf(request), queryOf(request)]
    // A user who links or connects an account is identified by their session; an invalid token counts as anonymous.
    const actor = (await identify(ctx, tokenOf(request))) ?? anonymous
    const connected = await connectAccount(requestCtx(ctx, actor, request), { query })
    if (connected !== null) return reply.redirect(noticePath(connected, '/app/settings/project/sources'), 302)
    const result = await finish(requestCtx(ctx, actor, request), { provider: providerOf(request), query, browser })
    if (result.state === 'linking') return reply.redirect(noticePath(result.notice, '/app/settings/account/main'), 302)
    clearAttemptCookie(reply, ctx.publicUrl)
    if (result.state === 'emailNeeded') {
      clearSessionCookies(reply, ctx.publicUrl)
      setPendingCookie(reply, result.browser, ctx.publicUrl)
      return reply.redirect(noticePath('email-needed'), 302)
    }
    if (result.state === 'codeNeeded') {
      clearSessionCookies(reply, ctx.publicUrl)
      setChallengeCookie(reply, result.challenge, ctx.publicUrl)
      return reply.redirect(noticePath('second-factor'), 302)
    }
    setSessionCookies(reply, result.identity.jwt, ctx.publicUrl)
    return reply.redirect(consumeRedirect(request, reply, ctx.publicUrl) ?? '/app', 302)
  } catch (error) {
    const notice = noticeOf(request, error)
    // Any site can send a browser here. A sign-in that this browser didn't start must not sign it out or break its own.
    if (error instanceof Refusal && notice !== 'sign-in-expired') {
      clearAttemptCookie(reply, ctx.publicUrl)
      clearSessionCookies(reply, ctx.publicUrl)
    }
    request.log.info({ notice, reasons: reasonsOf(error) }, 'social sign-in failed')
    return reply.redirect(noticePath(notice), 302)
  }
}

/**
 * Handles API clients' tokens. Sets the cookies of SPEC 4 only for our own pages: another site could otherwise sign
 * users in to an account of its choice.
 */
async function tokenCallback(ctx: Ctx, { withToken }: SocialVerbs, request: FastifyRequest, reply: FastifyReply) {
  unseen(reply)
  const isOwnPage = request.headers['sec-fetch-site'] === 'same-origin'
  if (isOwnPage) clearSessionCookies(reply, ctx.publicUrl)
  const provider = providerOf(request)
  const accessToken = tokenIn(request)
  const identity = await withToken(requestCtx(ctx, anonymous, request), { provider, accessToken, address: request.ip })
  if (isOwnPage) setSessionCookies(reply, identity.jwt, ctx.publicUrl)
  return Identity.parse(identity)
}

const anonymous = { kind: 'anonymous' } as const

/** Keeps URLs with codes and tokens out of caches and referrers. */
function unseen(reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
}

function providerOf(request: FastifyRequest): ProviderName {
  const parsed = z.object({ provider: Provider }).safeParse(request.params)
  if (!parsed.success) throw new ApiError('ApplicationError', 'This provider is disabled')
  return parsed.data.provider
}

function refuseQuery(request: FastifyRequest): void {
  const [key] = Object.keys(readQueryString(request.url))
  if (key !== undefined) throw invalidKey([key])
}

function tokenIn(request: FastifyRequest): string {
  const { access_token: token, ...others } = readQueryString(request.url)
  const [key] = Object.keys(others)
  if (key !== undefined) throw invalidKey([key])
  const parsed = z.string().min(1).max(4_000).safeParse(token)
  if (parsed.success) return parsed.data
  const message = token === undefined ? 'access_token is required' : 'access_token must be a token'
  const errors = [{ path: ['access_token'], message, name: 'ValidationError' }]
  throw new ApiError('ValidationError', message, { errors })
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/** Returns the notice for the login page. Unexpected errors are logged, as elsewhere (http/errors). */
function noticeOf(request: FastifyRequest, error: unknown): SignInNotice {
  if (error instanceof Refusal) return error.notice
  if (!(error instanceof ApiError)) request.log.error(faultOf(error), 'unexpected error')
  else if (error.name === 'RateLimitError') return 'too-many-attempts'
  else if (error.name === 'ApplicationError') return 'provider-disabled'
  return 'sign-in-failed'
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../../contract/errors.ts'
import { type Actor, actingAs, type Ctx, type PresentActor } from '../ctx.ts'
import { clearSessionCookies, tokenCookie } from './cookies.ts'

/** A request's token and its source, or null. The header wins over the cookie (DECISIONS 9). */
type Token = { from: 'header' | 'cookie'; value: string } | null

type UserActor = Extract<Actor, { kind: 'user' }>

/** Returns the caller of an endpoint. Throws UnauthorizedError or ForbiddenError if they lack access (DECISIONS 11). */
export async function authenticate(
  ctx: Ctx,
  { access, whileActing }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor> {
  switch (access) {
    case 'anyone':
      return { kind: 'anonymous' }
    case 'known': {
      const actor = await callerOf(ctx, request, reply)
      return actor && isInPerson(actor) ? actor : { kind: 'anonymous' }
    }
    case 'signedIn':
      return signedIn(ctx, request, reply)
    case 'inPerson': {
      const actor = await inPerson(ctx, request, reply)
      if (actor.acting && !whileActing && !isRead(request)) throw ownersOnly()
      return actor
    }
  }
}

/** Only people themselves change their account, their rights and keys, and what they pay (docs/decisions/0128). */
function ownersOnly(): ApiError {
  const message = "You're acting as another user. Only they can do this. Stop acting to use your own account."
  return new ApiError('ForbiddenError', message, { reason: 'acting' })
}

/** Returns the signed-in user. Refuses API tokens, since only people manage accounts, rights and keys. */
export async function inPerson(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<PresentActor> {
  const actor = await signedIn(ctx, request, reply)
  if (!isInPerson(actor)) throw new ApiError('ForbiddenError', "API tokens can't do this. Sign in instead.")
  return actor
}

/** Returns the signed-in user, or the user of an API token. A read-only API token may not write. */
async function signedIn(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<UserActor> {
  const actor = await callerOf(ctx, request, reply)
  if (!actor) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  if (actor.token?.scope === 'read' && !isRead(request)) {
    throw new ApiError('ForbiddenError', 'This API token is read-only')
  }
  return actor
}

function isInPerson(actor: Actor): actor is PresentActor {
  return actor.kind === 'user' && actor.sessionId !== null
}

/** Returns the caller, or null for an invalid token. Clears the cookie of an invalid token (SPEC 4). */
async function callerOf(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<Actor | null> {
  const token = tokenOf(request)
  if (token?.from === 'cookie') requireOwnOrigin(request, ctx.publicUrl)
  const actor = await identify(ctx, token)
  if (!actor && token?.from === 'cookie') clearSessionCookies(reply, ctx.publicUrl)
  return actor
}

/** Returns the token of a request, from its header or cookie. */
export function tokenOf(request: FastifyRequest): Token {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    return { from: 'header', value: /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '' }
  }
  const value = request.cookies[tokenCookie]
  return value ? { from: 'cookie', value } : null
}

/** Returns the actor of a token: anonymous without one, null if it is invalid. */
export async function identify(ctx: Ctx, token: Token): Promise<Actor | null> {
  if (!token) return { kind: 'anonymous' }
  return ctx.gate.actorOf(ctx, token)
}

/** Returns whether another site's page sent the request. Browsers send Origin with every POST; other clients don't. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin !== new URL(publicUrl).origin
}

/**
 * Guards against cross-site request forgery: browsers attach the cookie to requests that other sites trigger, so writes
 * need our own Origin (DECISIONS 9). Refuses reads from other origins too: a page there can't see the response, but an
 * open stream would still cost us.
 */
function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const own = new URL(publicUrl).origin
  if (isRead(request) ? isFromElsewhere(request, publicUrl) : request.headers.origin !== own) {
    throw new ApiError('ForbiddenError', `This request didn't come from ${own}`)
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Returns the context of one request, with its actor and client. */
export function requestCtx(ctx: Ctx, actor: Actor, request: FastifyRequest): Ctx {
  const client = { address: request.ip, agent: request.headers['user-agent'] ?? '' }
  return { ...actingAs(ctx, actor), client }
}

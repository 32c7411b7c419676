import type { FastifyRequest } from 'fastify'
import { bearerOf, isApiToken } from '#features/accounts/server/api-tokens.ts'
import { actorOf, presumedActorOf } from '#features/accounts/server/sessions.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Proof } from '../database/proof.ts'
import { tokenCookie } from './cookies.ts'

/** Where a request carries its token, if it does. The header wins over the cookie (DECISIONS 9). */
export type Token = { from: 'header' | 'cookie'; value: string } | null

export function tokenOf(request: FastifyRequest): Token {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    return { from: 'header', value: /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '' }
  }
  const value = request.cookies[tokenCookie]
  return value ? { from: 'cookie', value } : null
}

/** Who is calling: anonymous without a token, null for a token that is no good. */
export async function identify(ctx: Ctx, token: Token): Promise<Actor | null> {
  if (!token) return { kind: 'anonymous' }
  if (!isApiToken(token.value)) return actorOf(ctx, token.value)
  // A browser has no use for one, and would send it along to wherever it is led.
  return token.from === 'header' ? bearerOf(ctx, token.value) : null
}

/**
 * The same for what only reads: who a session's token stood for last, where that is known here, with the proof that it
 * still does. What is read counts once that holds (proving).
 */
export async function presume(ctx: Ctx, token: Token): Promise<{ actor: Actor; proof: Proof } | null> {
  return token && !isApiToken(token.value) ? presumedActorOf(ctx, token.value) : null
}

/** Whether a page of another site asks. Browsers say so on every POST; other clients say nothing. */
export function isFromElsewhere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  return origin !== undefined && origin !== new URL(publicUrl).origin
}

/**
 * Refuses what a browser may have been tricked into: a cookie goes along with requests that other sites cause, so that
 * it counts for writing only where the page that asks is ours (DECISIONS 9). Pages say where they are on every write,
 * and on a reading from elsewhere: its answer is out of their reach, but not what it takes to give it, such as a stream.
 */
export function requireOwnOrigin(request: FastifyRequest, token: Token, publicUrl: string): void {
  if (token?.from !== 'cookie') return
  const own = new URL(publicUrl).origin
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads ? isFromElsewhere(request, publicUrl) : request.headers.origin !== own) {
    throw new ApiError('ForbiddenError', `This request came from another address than ${own}`)
  }
}

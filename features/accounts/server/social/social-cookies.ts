import type { FastifyReply, FastifyRequest } from 'fastify'
import { redirectTarget } from '#engine/rules/paths.ts'
import { challengeSeconds } from '../two-factor/challenges.ts'
import { attemptSeconds } from './attempts.ts'
import { pendingSeconds } from './pending.ts'

/** Identifies the browser sent to a provider; only used on its return. */
const attempt = { name: 'connect', path: '/connect' }
/** Identifies a browser whose user has to enter an address; only used for that. */
const pending = { name: 'pending_identity', path: '/api/auth/pending-identity' }
/** The challenge of a sign-in that needs a code; only used for that. */
const challenge = { name: 'second_factor', path: '/api/auth/local/second-factor' }
/** The page to open after signing in, set by the guard or the app (http/cookies). */
const redirect = { name: 'redirect', path: '/' }

export function attemptOf(request: FastifyRequest): string {
  return request.cookies[attempt.name] ?? ''
}

/** Lax, since the cookie has to be sent with the provider's redirect. */
export function setAttemptCookie(reply: FastifyReply, value: string, publicUrl: string): void {
  const { name, path } = attempt
  reply.setCookie(name, value, { ...hidden(publicUrl), path, sameSite: 'lax', maxAge: attemptSeconds })
}

export function clearAttemptCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(attempt.name, { ...hidden(publicUrl), path: attempt.path, sameSite: 'lax' })
}

/** Returns null if this browser has no pending identity. */
export function pendingOf(cookies: Readonly<Record<string, string | undefined>>): string | null {
  return cookies[pending.name] ?? null
}

export function setPendingCookie(reply: FastifyReply, value: string, publicUrl: string): void {
  const { name, path } = pending
  reply.setCookie(name, value, { ...hidden(publicUrl), path, sameSite: 'strict', maxAge: pendingSeconds })
}

/** Returns the challenge that this browser has to answer with a code; null if there is none. */
export function challengeOf(cookies: Readonly<Record<string, string | undefined>>): string | null {
  return cookies[challenge.name] ?? null
}

export function setChallengeCookie(reply: FastifyReply, value: string, publicUrl: string): void {
  const { name, path } = challenge
  reply.setCookie(name, value, { ...hidden(publicUrl), path, sameSite: 'strict', maxAge: challengeSeconds.code })
}

/** Returns the page requested before signing in, if it is allowed, and clears the cookie (DECISIONS 9). */
export function consumeRedirect(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string | null {
  const target = request.cookies[redirect.name]
  if (target === undefined) return null
  reply.clearCookie(redirect.name, { path: redirect.path, sameSite: 'lax', secure: isSecure(publicUrl) })
  return redirectTarget(target)
}

function hidden(publicUrl: string) {
  return { httpOnly: true, secure: isSecure(publicUrl) }
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

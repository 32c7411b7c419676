import type { FastifyReply, FastifyRequest } from 'fastify'
import { redirectTarget } from '#engine/rules/paths.ts'
import { attemptSeconds } from './attempts.ts'
import { pendingSeconds } from './pending.ts'

/** Who was sent to a provider, for the way back alone. */
const attempt = { name: 'connect', path: '/connect' }
/** Who came back without an address, for the questions after it alone. */
const pending = { name: 'pending_identity', path: '/api/auth/pending-identity' }
/** Where to go after signing in, as the guard or the app remembered it (http/cookies). */
const redirect = { name: 'redirect', path: '/' }

export function attemptOf(request: FastifyRequest): string {
  return request.cookies[attempt.name] ?? ''
}

/** Lax: it has to come along when the provider sends somebody back. */
export function setAttemptCookie(reply: FastifyReply, value: string, publicUrl: string): void {
  const { name, path } = attempt
  reply.setCookie(name, value, { ...hidden(publicUrl), path, sameSite: 'lax', maxAge: attemptSeconds })
}

export function clearAttemptCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(attempt.name, { ...hidden(publicUrl), path: attempt.path, sameSite: 'lax' })
}

/** Null for a browser in which nobody waits. */
export function pendingOf(cookies: Readonly<Record<string, string | undefined>>): string | null {
  return cookies[pending.name] ?? null
}

export function setPendingCookie(reply: FastifyReply, value: string, publicUrl: string): void {
  const { name, path } = pending
  reply.setCookie(name, value, { ...hidden(publicUrl), path, sameSite: 'strict', maxAge: pendingSeconds })
}

/** The page that somebody wanted before signing in, if it may be followed; it is forgotten by this (DECISIONS 9). */
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

import type { FastifyReply } from 'fastify'
import { redirectTarget } from '#engine/rules/paths.ts'

/** How long a session lasts, and with it its cookies (DECISIONS 9). */
export const sessionSeconds = 30 * 24 * 60 * 60

/** The token's cookie, which scripts can't read, and one beside it that they can, which says it is there (DECISIONS 9). */
const token = 'jwt'
const sign = 'signed_in'
/** The page to open after signing in, once. */
const redirect = 'redirect'

export const tokenCookie = token

export function setSessionCookies(reply: FastifyReply, jwt: string, publicUrl: string): void {
  const options = { ...base(publicUrl), maxAge: sessionSeconds }
  reply.setCookie(token, jwt, { ...options, httpOnly: true })
  reply.setCookie(sign, '1', options)
}

export function clearSessionCookies(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(token, { ...base(publicUrl), httpOnly: true })
  reply.clearCookie(sign, base(publicUrl))
}

/** Remembers the page to open after signing in, if it is one of ours. */
export function setRedirectCookie(reply: FastifyReply, target: string, publicUrl: string): void {
  const followed = redirectTarget(target)
  if (followed === null) return
  reply.setCookie(redirect, followed, { ...base(publicUrl), maxAge: 3600, encode: encodeURIComponent })
}

function base(publicUrl: string) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}

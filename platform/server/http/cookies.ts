import type { FastifyReply } from 'fastify'
import { redirectTarget } from '#engine/rules/paths.ts'

/** The lifetime of a session and its cookies, in seconds (DECISIONS 9). */
export const sessionSeconds = 30 * 24 * 60 * 60

/** The token's cookie, which scripts can't read, and a readable one that shows there is a session (DECISIONS 9). */
const token = 'jwt'
const sign = 'signed_in'
/** The page to open once after signing in. */
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

/** Remembers the page to open after signing in, if it is on this server. */
export function setRedirectCookie(reply: FastifyReply, target: string, publicUrl: string): void {
  const followed = redirectTarget(target)
  if (followed === null) return
  reply.setCookie(redirect, followed, { ...base(publicUrl), maxAge: 3600, encode: encodeURIComponent })
}

function base(publicUrl: string) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}

import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../ctx.ts'

/**
 * Nothing but our own files runs, and nothing is called but us, who takes addresses instead of us (CAPTURE_URL) and who
 * has icons beside us (ICON_HOSTS). Styles may be inline, since positioned elements carry theirs as attributes.
 */
const pagePolicy = (called: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...called].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

type Addresses = Pick<Ctx, 'publicUrl' | 'captureUrl' | 'iconHosts'>

/** Headers of every answer, errors included. */
export function setSecurityHeaders(app: FastifyInstance, { publicUrl, captureUrl, iconHosts }: Addresses): void {
  const secure = publicUrl.startsWith('https:')
  const called = [...(captureUrl ? [captureUrl] : []), ...iconHosts].map((url) => new URL(url).origin)
  const pages = pagePolicy([...new Set(called)])
  app.addHook('onRequest', async (request, reply) => {
    const api = isApiPath(request.url)
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': api ? apiPolicy : pages,
      'x-request-id': request.id,
    })
    if (api) reply.header('cache-control', 'no-store')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

import type { FastifyInstance } from 'fastify'

/** Nothing but our own files runs; styles may be inline, since positioned elements carry theirs as attributes. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** Headers of every answer, errors included. */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const secure = publicUrl.startsWith('https:')
  app.addHook('onRequest', async (request, reply) => {
    const api = isApiPath(request.url)
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': api ? apiPolicy : pagePolicy,
      'x-request-id': request.id,
    })
    if (api) reply.header('cache-control', 'no-store')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Protects every answer of a scope whose addresses contain a secret, errors included: it must not leak to scripts,
 * referrers, caches, or search engines.
 */
export function protectSecretAddress(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    const policy = String(reply.getHeader('content-security-policy'))
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': policy.replace(/script-src [^;]*/, "script-src 'none'"),
    })
  })
}

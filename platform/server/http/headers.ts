import type { FastifyInstance } from 'fastify'
import { isPageOfApp } from '#engine/rules/paths.ts'
import type { Ctx } from '../ctx.ts'
import { pagePolicy } from './page-policy.ts'

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

type Addresses = Pick<Ctx, 'publicUrl' | 'captureUrl' | 'iconHosts' | 'outside'>

/** Headers of every answer, errors included. */
export function setSecurityHeaders(app: FastifyInstance, ctx: Addresses): void {
  const secure = ctx.publicUrl.startsWith('https:')
  const policies = { site: pagePolicy('site', ctx), app: pagePolicy('app', ctx) }
  app.addHook('onRequest', async (request, reply) => {
    const api = isApiPath(request.url)
    const page = policies[isPageOfApp(request.url.split('?')[0] ?? '') ? 'app' : 'site']
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': api ? apiPolicy : page,
      'x-request-id': request.id,
    })
    if (api) reply.header('cache-control', 'no-store')
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  })
}

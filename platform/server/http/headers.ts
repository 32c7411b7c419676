import type { FastifyInstance } from 'fastify'
import { isPageOfApp } from '#engine/rules/paths.ts'
import type { EmbedName } from '../../contract/embeds.ts'
import type { Ctx } from '../ctx.ts'

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

type Allowed = Pick<Ctx, 'captureUrl' | 'iconHosts' | 'outside'>

/** Sets the security headers of every response, including errors. */
export function setSecurityHeaders(app: FastifyInstance, ctx: Allowed & Pick<Ctx, 'publicUrl'>): void {
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

/** The third-party scripts of each kind of page (SPEC 4). */
const embedsOf: Record<'site' | 'app', readonly EmbedName[]> = { site: ['affiliate'], app: ['feedback', 'form'] }

/**
 * Returns the content security policy of a kind of page. It allows our own files and server, plus the configured hosts
 * of third-party scripts, visit counting, email capture and icons. Inline styles are allowed, since positioned elements
 * have style attributes.
 */
export function pagePolicy(kind: 'site' | 'app', { captureUrl, iconHosts, outside }: Allowed): string {
  const scripts = embedsOf[kind].flatMap((name) => originOf(outside.embeds[name]?.url))
  const scriptHosts = scripts.length > 0 ? [...scripts, ...outside.hosts] : []
  const called = [
    ...originOf(captureUrl),
    ...originOf(outside.eventUrl),
    ...iconHosts.flatMap(originOf),
    ...scriptHosts,
  ]
  const frames = scriptHosts.length > 0 ? [directive("frame-src 'self'", scriptHosts)] : []
  return [
    "default-src 'self'",
    directive("script-src 'self'", scripts),
    directive("style-src 'self' 'unsafe-inline'", scriptHosts),
    directive("img-src 'self' data:", scriptHosts),
    directive("font-src 'self' data:", scriptHosts),
    directive("connect-src 'self'", called),
    ...frames,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function directive(own: string, further: readonly string[]): string {
  return [own, ...new Set(further)].join(' ')
}

/** Returns the origin of an external URL; empty for a path on this server. */
function originOf(url: string | null | undefined): string[] {
  const address = url ? URL.parse(url) : null
  return address ? [address.origin] : []
}

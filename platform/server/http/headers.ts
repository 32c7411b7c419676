import type { FastifyInstance } from 'fastify'
import { isPageOfApp } from '#engine/rules/paths.ts'
import type { EmbedName } from '../../contract/embeds.ts'
import type { Ctx } from '../ctx.ts'

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

export function isApiPath(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

type Allowed = Pick<Ctx, 'captureUrl' | 'iconHosts' | 'outside' | 'billing' | 'sandbox'>

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

/** Paddle's script, which styles the page, and the pages of its checkout, live and in its own test environment. */
const paddle = {
  scripts: ['https://cdn.paddle.com'],
  frames: ['https://buy.paddle.com', 'https://sandbox-buy.paddle.com'],
}

/** Returns the hosts of the payment provider's script and checkout. Only the app takes payments. */
function checkoutHosts(kind: 'site' | 'app', { billing, sandbox }: Allowed): typeof paddle {
  if (kind === 'app' && billing === 'paddle') return paddle
  const own = kind === 'app' && billing === 'sandbox' ? originOf(sandbox?.paddle.scriptUrl) : []
  return { scripts: own, frames: own }
}

/**
 * Returns the content security policy of a kind of page. It allows our own files and server, plus the configured hosts
 * of third-party scripts, payments, visit counting, email capture and icons. Inline styles are allowed, since positioned
 * elements have style attributes.
 */
export function pagePolicy(kind: 'site' | 'app', allowed: Allowed): string {
  const { captureUrl, iconHosts, outside } = allowed
  const scripts = embedsOf[kind].flatMap((name) => originOf(outside.embeds[name]?.url))
  const scriptHosts = scripts.length > 0 ? [...scripts, ...outside.hosts] : []
  const checkout = checkoutHosts(kind, allowed)
  const called = [
    ...originOf(captureUrl),
    ...originOf(outside.eventUrl),
    ...iconHosts.flatMap(originOf),
    ...scriptHosts,
  ]
  const framed = [...scriptHosts, ...checkout.frames]
  const frames = framed.length > 0 ? [directive("frame-src 'self'", framed)] : []
  return [
    "default-src 'self'",
    directive("script-src 'self'", [...scripts, ...checkout.scripts]),
    directive("style-src 'self' 'unsafe-inline'", [...scriptHosts, ...checkout.scripts]),
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

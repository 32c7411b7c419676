import type { EmbedName } from '../../contract/embeds.ts'
import type { Ctx } from '../ctx.ts'

type Allowed = Pick<Ctx, 'captureUrl' | 'iconHosts' | 'outside'>

/** Which scripts of others a kind of page may load: public pages and those of the app do at different moments (SPEC 4). */
const embedsOf: Record<'site' | 'app', readonly EmbedName[]> = { site: ['affiliate'], app: ['feedback', 'form'] }

/**
 * The content security policy of a kind of page. Nothing but our own files runs, and nothing is called but us, unless it
 * is configured: then the very hosts of the scripts, of who counts visits, takes addresses or has icons, and no others.
 * Styles may be inline, since positioned elements carry theirs as attributes.
 */
export function pagePolicy(kind: 'site' | 'app', { captureUrl, iconHosts, outside }: Allowed): string {
  const scripts = embedsOf[kind].flatMap((name) => originOf(outside.embeds[name]?.url))
  const theirs = scripts.length > 0 ? [...scripts, ...outside.hosts] : []
  const called = [...originOf(captureUrl), ...originOf(outside.eventUrl), ...iconHosts.flatMap(originOf), ...theirs]
  const frames = theirs.length > 0 ? [directive("frame-src 'self'", theirs)] : []
  return [
    "default-src 'self'",
    directive("script-src 'self'", scripts),
    directive("style-src 'self' 'unsafe-inline'", theirs),
    directive("img-src 'self' data:", theirs),
    directive("font-src 'self' data:", theirs),
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

/** The origin of another's address; none for our own, which is a path. */
function originOf(url: string | null | undefined): string[] {
  const address = url ? URL.parse(url) : null
  return address ? [address.origin] : []
}

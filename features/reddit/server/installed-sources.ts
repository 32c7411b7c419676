import { type Realm, realmOf, type Source } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/** Returns the sources that this installation has. Archives can always be imported. */
export function installedSources({ reddit, rss, hackerNews }: Pick<Ctx, 'reddit' | 'rss' | 'hackerNews'>): Source[] {
  const sources: Source[] = ['archive']
  if (reddit?.realm === 'real') sources.push('reddit-api')
  if (rss) sources.push('reddit-rss')
  if (reddit?.realm === 'sandbox') sources.push('sandbox')
  if (hackerNews?.realm === 'real') sources.push('hackernews')
  return sources
}

/**
 * Returns the realm of a new project: `sandbox` if it is on and no real source is configured. The project's first real
 * item ends that.
 */
export function firstRealm(ctx: Pick<Ctx, 'reddit' | 'rss' | 'hackerNews'>): Realm {
  const live = installedSources(ctx).filter((source) => source !== 'archive')
  return live.length > 0 && live.every((source) => realmOf(source) === 'sandbox') ? 'sandbox' : 'real'
}

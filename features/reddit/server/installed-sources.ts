import { type Realm, realmOf, type Source } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/** The sources that this installation has. Archives can always be brought in. */
export function installedSources({ reddit, feeds }: Pick<Ctx, 'reddit' | 'feeds'>): Source[] {
  const sources: Source[] = ['archive']
  if (reddit?.realm === 'real') sources.push('reddit-api')
  if (feeds) sources.push('reddit-rss')
  if (reddit?.realm === 'sandbox') sources.push('sandbox')
  return sources
}

/** What a new project sees: the sandbox where it is on and nothing real is listened to; its first real item ends that. */
export function firstRealm(ctx: Pick<Ctx, 'reddit' | 'feeds'>): Realm {
  const live = installedSources(ctx).filter((source) => source !== 'archive')
  return live.length > 0 && live.every((source) => realmOf(source) === 'sandbox') ? 'sandbox' : 'real'
}

import { z } from 'zod'

/** Where items come from (DESIGN 6). All give the same records; a project chooses among them. */
export const sources = ['reddit-api', 'reddit-rss', 'archive', 'sandbox'] as const
export const Source = z.enum(sources)
export type Source = z.infer<typeof Source>

/** What is real and the outside world in miniature never mix: a project sees one of the two (DESIGN 3). */
export const Realm = z.enum(['sandbox', 'real'])
export type Realm = z.infer<typeof Realm>

/** The realm of what a source brings. */
export function realmOf(source: Source): Realm {
  return source === 'sandbox' ? 'sandbox' : 'real'
}

/** What a project sees: one realm, and the sources that it chose. */
export interface Seeing {
  realm: Realm
  sources: readonly Source[]
}

/** The sources whose items a project is shown. */
export function shownSources({ realm, sources: chosen }: Seeing): Source[] {
  return chosen.filter((source) => realmOf(source) === realm)
}

/** Those whose items are looked through for it: whatever is real, since the first real item ends its time in the sandbox. */
export function matchedSources({ realm, sources: chosen }: Seeing): Source[] {
  return chosen.filter((source) => realmOf(source) === 'real' || realm === 'sandbox')
}

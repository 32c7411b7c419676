/** The sources of items (DESIGN 6). All return the same records; a project chooses among them. */
export const sources = ['reddit-api', 'reddit-rss', 'archive', 'sandbox', 'hackernews'] as const
export type Source = (typeof sources)[number]

/** Real and sandbox data never mix: a project sees one of the two (DESIGN 3). */
export const realms = ['sandbox', 'real'] as const
export type Realm = (typeof realms)[number]

/** Returns the realm of a source's items. */
export function realmOf(source: Source): Realm {
  return source === 'sandbox' ? 'sandbox' : 'real'
}

/** The realm and the sources that a project sees. */
export interface Seeing {
  realm: Realm
  sources: readonly Source[]
}

/** Returns the sources whose items a project is shown. */
export function shownSources({ realm, sources: chosen }: Seeing): Source[] {
  return chosen.filter((source) => realmOf(source) === realm)
}

/**
 * Returns the sources that are matched for a project: always the real ones, since the first real item ends its sandbox.
 */
export function matchedSources({ realm, sources: chosen }: Seeing): Source[] {
  return chosen.filter((source) => realmOf(source) === 'real' || realm === 'sandbox')
}

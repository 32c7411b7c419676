/** A phrase is noisy with at least this many matches and a smaller share of leads than this. */
const enoughHits = 20
const noisyShare = 0.05
/** A phrase is dead without a match in this many days. */
const enoughDays = 14
const dayMs = 24 * 3_600_000

/** What a project's statistics are based on. */
interface Basis {
  /** Imported posts say nothing about how long a phrase has been tracked. */
  from: 'live' | 'imported' | null
  /** When the first post arrived, in ms since 1970; null without any. */
  since: number | null
}

/** Returns the advice about a phrase. `own` are its matches; undefined if it has none. */
export function keywordAdvice(
  { from, since }: Basis,
  own: { hits: number; leads: number } | undefined,
  now: number,
): 'noisy' | 'dead' | null {
  if (since === null) return null
  if (own) return own.hits >= enoughHits && own.leads < own.hits * noisyShare ? 'noisy' : null
  if (from === 'imported') return null
  return now - since >= enoughDays * dayMs ? 'dead' : null
}

import type { KeywordHealth, PhraseHealth } from '../contract.ts'

/** From so many finds on it is said that hardly any of them is a lead; and of how many that is. */
const tellingHits = 20
const noisyShare = 0.05
/** Days that must have been looked at before silence says something. */
const tellingDays = 14
const dayMs = 24 * 3_600_000

export type Advice = 'noisy' | 'dead'

export const adviceTexts: Record<Advice, { word: string; text: string }> = {
  noisy: { word: 'Noisy', text: 'Hardly anything that it finds is a lead: make it narrower, or leave words out.' },
  dead: { word: 'Finds nothing', text: 'Nothing in weeks: use words that people write, or delete it.' },
}

/** What could be done about one that is listened for; advice alone, nothing is paused by it. */
export function adviceOf(health: KeywordHealth | undefined, own: PhraseHealth | undefined, now: number): Advice | null {
  if (!health?.since) return null
  if (own) return own.hits >= tellingHits && own.leads < own.hits * noisyShare ? 'noisy' : null
  return now - Date.parse(health.since) >= tellingDays * dayMs ? 'dead' : null
}

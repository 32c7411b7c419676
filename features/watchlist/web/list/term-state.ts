import type { KeywordHealth, PhraseHealth } from '../../contract.ts'

/** A phrase is noisy from this many finds on, if fewer than this share of them are leads. */
const enoughHits = 20
const noisyShare = 0.05
/** A phrase is dead if it found nothing in this many days. */
const enoughDays = 14
const dayMs = 24 * 3_600_000

export type Advice = 'noisy' | 'dead'

const adviceTexts: Record<Advice, { word: string; text: string }> = {
  noisy: { word: 'Noisy', text: 'Few matches are leads. Narrow the query or exclude words.' },
  dead: { word: 'No matches', text: 'No matches in weeks. Try words that people use, or delete it.' },
}

/** What its owner should look at; nothing is paused because of it. */
export function adviceOf(health: KeywordHealth | undefined, own: PhraseHealth | undefined, now: number): Advice | null {
  if (!health?.since) return null
  if (own) return own.hits >= enoughHits && own.leads < own.hits * noisyShare ? 'noisy' : null
  return now - Date.parse(health.since) >= enoughDays * dayMs ? 'dead' : null
}

/** What a list shows of a keyword or competitor. */
export type TermState = 'active' | 'paused' | 'waiting' | 'retired' | Advice

export const stateTexts: Record<TermState, { word: string; text: string }> = {
  active: { word: 'Active', text: 'Tracked' },
  paused: { word: 'Paused', text: 'Not tracked until you resume it.' },
  waiting: { word: 'Over limit', text: "Paused because your plan's limit is reached. Resumes when the plan allows." },
  retired: { word: 'Retired', text: 'Not tracked. Its mentions are kept.' },
  ...adviceTexts,
}

interface Term {
  status: 'active' | 'paused' | 'retired'
  pausedBy: 'user' | 'quota' | null
}

export function termState({ status, pausedBy }: Term, advice: Advice | null): TermState {
  if (status !== 'active') return pausedBy === 'quota' ? 'waiting' : status
  return advice ?? 'active'
}

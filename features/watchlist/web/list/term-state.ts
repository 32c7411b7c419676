import type { KeywordHealth, PhraseHealth } from '../../contract.ts'

/** A phrase is noisy with at least this many matches and a smaller share of leads than this. */
const enoughHits = 20
const noisyShare = 0.05
/** A phrase is dead without a match in this many days. */
const enoughDays = 14
const dayMs = 24 * 3_600_000

export type Advice = 'noisy' | 'dead' | 'tooCommon'

const adviceTexts: Record<Advice, { word: string; text: string }> = {
  noisy: { word: 'Noisy', text: 'Few matches are leads. Narrow the query or exclude words.' },
  tooCommon: { word: 'Too common', text: 'Add a word to narrow it.' },
  dead: { word: 'No matches', text: 'No matches in weeks. Try words that people use, or delete it.' },
}

/** Returns the advice for the owner; nothing is paused automatically. */
export function adviceOf(health: KeywordHealth | undefined, own: PhraseHealth | undefined, now: number): Advice | null {
  if (!health?.since) return null
  if (own) return own.hits >= enoughHits && own.leads < own.hits * noisyShare ? 'noisy' : null
  // Imported posts say nothing about how long the phrase has been tracked.
  if (health.from === 'imported') return null
  return now - Date.parse(health.since) >= enoughDays * dayMs ? 'dead' : null
}

/** The state shown in the list of keywords or competitors. */
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

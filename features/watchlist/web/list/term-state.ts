import type { KeywordHealth, PhraseHealth } from '../../contract.ts'

/** A phrase is noisy from this many finds on, if fewer than this share of them are leads. */
const enoughHits = 20
const noisyShare = 0.05
/** A phrase is dead if it found nothing in this many days. */
const enoughDays = 14
const dayMs = 24 * 3_600_000

export type Advice = 'noisy' | 'dead'

const adviceTexts: Record<Advice, { word: string; text: string }> = {
  noisy: { word: 'Noisy', text: 'Hardly anything that it finds is a lead: make it narrower, or leave words out.' },
  dead: { word: 'Finds nothing', text: 'Nothing in weeks: use words that people write, or delete it.' },
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
  active: { word: 'Active', text: 'Listened for' },
  paused: { word: 'Paused', text: 'Not listened for until you resume it' },
  waiting: { word: 'Waits for room', text: 'Paused since your plan has no room for it; it goes on once there is' },
  retired: { word: 'Retired', text: 'Kept for what was said about it, and not listened for' },
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

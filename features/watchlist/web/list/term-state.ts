import { keywordAdvice } from '#engine/candidates/keyword-advice.ts'
import type { KeywordHealth, PhraseHealth } from '../../contract.ts'

export type Advice = 'noisy' | 'dead' | 'tooCommon'

const adviceTexts: Record<Advice, { word: string; text: string }> = {
  noisy: { word: 'Noisy', text: 'Few matches are leads. Narrow the query or exclude words.' },
  tooCommon: { word: 'Too common', text: 'Add a word to narrow it.' },
  dead: { word: 'No matches', text: 'No matches in weeks. Try words that people use, or delete it.' },
}

/** Returns the advice for the owner; nothing is paused automatically. */
export function adviceOf(health: KeywordHealth | undefined, own: PhraseHealth | undefined, now: number): Advice | null {
  if (!health) return null
  const since = health.since === null ? null : Date.parse(health.since)
  return keywordAdvice({ from: health.from, since }, own, now)
}

/** The state shown in the list of keywords or competitors. */
export type TermState = 'active' | 'paused' | 'waiting' | 'retired' | Advice

export const stateTexts: Record<TermState, { word: string; text: string }> = {
  active: { word: 'Active', text: 'Tracked' },
  paused: { word: 'Paused', text: 'Not tracked until you resume it.' },
  waiting: { word: 'Over limit', text: "Paused because your plan's limit is reached. It resumes when there's room." },
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

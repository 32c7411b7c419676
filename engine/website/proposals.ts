import { stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import type { Proposal } from './profile.ts'

/** The proposals without repetitions, whatever their case and number; the first stays. */
export function foldProposals(proposals: readonly Proposal[]): Proposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ text }) => {
    const key = wordsOf(text).map(stem).join(' ')
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

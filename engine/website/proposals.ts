import { stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import type { Proposal } from './profile.ts'

/** Removes repeated proposals, ignoring case and number; the first one stays. */
export function foldProposals(proposals: readonly Proposal[]): Proposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ text }) => {
    const key = wordsOf(text).map(stem).join(' ')
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

import { diffWordsWithSpace } from 'diff/lib/diff/word.js'

/** A part of two drafts: in both, only in the later one, or only in the earlier one. */
export interface Difference {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The number of changed words from which drafts have nothing in common, so that comparing stays quick. */
const changesMost = 2_000

/** Returns what changed between two drafts, word by word, in reading order. */
export function differencesBetween(earlier: string, later: string): Difference[] {
  const changes = diffWordsWithSpace(earlier, later, { maxEditLength: changesMost })
  if (!changes) {
    return [
      { kind: 'removed', text: earlier },
      { kind: 'added', text: later },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}

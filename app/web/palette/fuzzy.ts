import { single } from 'fuzzysort'

/** The match quality of a text from 0 to 1, and the matched letters as ranges of UTF-16 units, end exclusive. */
export interface Match {
  score: number
  marks: [start: number, end: number][]
}

/**
 * Finds the letters of `word` in `text` in order, adjacent and at word starts where possible. Ignores case and accents.
 * Returns null if letters are missing or too scattered to see why the text matches.
 */
export function matchWord(word: string, text: string): Match | null {
  const found = single(word, text)
  if (!found) return null
  const marks = rangesOf(found.indexes)
  return isReadable(marks, text) ? { score: found.score, marks } : null
}

/** Returns whether a word of `text` begins with `word`. Hidden text is never matched letter by letter. */
export function beginsWord(word: string, text: string): boolean {
  const match = matchWord(word, text)
  return match?.marks.length === 1 && isWordStart(text, match.marks[0]![0])
}

/**
 * Returns whether the letters are adjacent or each matched word is entered at its start. Almost any text contains them
 * scattered.
 */
function isReadable(marks: Match['marks'], text: string): boolean {
  if (marks.length === 1) return true
  return marks.every(([start], index) => {
    const before = marks[index - 1]
    const sameWord = before !== undefined && !/[^\p{L}\p{N}]/u.test(text.slice(before[1], start))
    return isWordStart(text, start) || sameWord
  })
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)
}

function rangesOf(indexes: readonly number[]): Match['marks'] {
  const ranges: Match['marks'] = []
  for (const index of indexes) {
    const open = ranges.at(-1)
    if (open?.[1] === index) open[1] = index + 1
    else ranges.push([index, index + 1])
  }
  return ranges
}

/** Where a phrase is: UTF-16 offsets, end exclusive, and its position in the list. */
interface Found {
  phrase: number
  start: number
  end: number
}

/**
 * Returns a function that finds phrases in a text, in reading order and without overlaps; of two at one place, the
 * longer. Case, the kind of white space and apostrophe, and hyphens for spaces don't matter. The matcher of the engine
 * needs WebAssembly, which the app's pages don't allow.
 */
export function phraseFinder(phrases: readonly string[]): (text: string) => Found[] {
  const numbers = new Map(phrases.map((phrase, at) => [keyOf(phrase), at]))
  const patterns = phrases.toSorted((a, b) => b.length - a.length).map(patternOf)
  if (patterns.length === 0) return () => []
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) =>
    [...text.matchAll(pattern)].map((match) => ({
      phrase: numbers.get(keyOf(match[0])) ?? 0,
      start: match.index,
      end: match.index + match[0].length,
    }))
}

/** Escapes a phrase, and lets its gaps and apostrophes vary. */
function patternOf(phrase: string): string {
  return phrase
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/[\s-]+/g, '[\\s-]+')
}

function keyOf(phrase: string): string {
  return phrase
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s-]+/g, ' ')
}

import fc from 'fast-check'
import { buildMatcher } from './match.ts'

/** The folded form of each piece of the random texts, written by hand: an oracle must not use the code under test. */
const pieces: Record<string, { folded: string; kind: 'word' | 'symbol' | 'alone' | 'space' | 'nothing' }> = {
  a: { folded: 'a', kind: 'word' },
  B: { folded: 'b', kind: 'word' },
  b: { folded: 'b', kind: 'word' },
  '1': { folded: '1', kind: 'word' },
  é: { folded: 'é', kind: 'word' },
  'e\u0301': { folded: 'é', kind: 'word' },
  ß: { folded: 'ss', kind: 'word' },
  s: { folded: 's', kind: 'word' },
  ﬁ: { folded: 'fi', kind: 'word' },
  Ｆ: { folded: 'f', kind: 'word' },
  i: { folded: 'i', kind: 'word' },
  _: { folded: '_', kind: 'symbol' },
  "'": { folded: "'", kind: 'symbol' },
  '’': { folded: "'", kind: 'symbol' },
  '.': { folded: '.', kind: 'symbol' },
  '+': { folded: '+', kind: 'symbol' },
  '😀': { folded: '😀', kind: 'symbol' },
  价: { folded: '价', kind: 'alone' },
  ' ': { folded: ' ', kind: 'space' },
  '\n': { folded: ' ', kind: 'space' },
  '\u200b': { folded: '', kind: 'nothing' },
  '\u00ad': { folded: '', kind: 'nothing' },
  İ: { folded: 'i', kind: 'word' },
  ı: { folded: 'i', kind: 'word' },
  Σ: { folded: 'σ', kind: 'word' },
  ς: { folded: 'σ', kind: 'word' },
  '-': { folded: '-', kind: 'symbol' },
  '\u2011': { folded: '-', kind: 'symbol' },
  '*': { folded: '*', kind: 'symbol' },
  ー: { folded: 'ー', kind: 'alone' },
  ｶﾞ: { folded: 'ガ', kind: 'alone' },
  '\u3000': { folded: ' ', kind: 'space' },
}

/** Generates up to `most` random pieces. Two stars between letters would be Markdown, which the test tables cover. */
const written = (most: number) =>
  fc
    .array(fc.constantFrom(...Object.keys(pieces)), { minLength: 1, maxLength: most, size: 'max' })
    .map((row) => row.filter((piece, at) => piece !== '*' || row[at - 1] !== '*'))

const phrasesAtOnce = 5
const phrasesAndText = fc.tuple(
  fc.array(written(3), { minLength: phrasesAtOnce, maxLength: phrasesAtOnce }),
  written(40),
)

/**
 * Compares the matcher with a search that tries every position, on random pairs of a phrase and a text. Returns the
 * number of matches and the smallest case where the two differ.
 */
export function compareWithNaiveSearch(
  pairs: number,
  seed: number,
): { pairs: number; matches: number; difference: string | null } {
  let matches = 0
  const agree = fc.property(phrasesAndText, ([phrases, text]) => {
    const found: string[] = []
    buildMatcher(phrases.map((phrase) => phrase.join(''))).scan(text.join(''), (phrase, start, end) =>
      found.push(`${phrase} ${start} ${end}`),
    )
    const expected = phrases.flatMap((phrase, index) => naive(phrase, text).map(([s, e]) => `${index} ${s} ${e}`))
    matches += found.length
    return found.toSorted().join() === expected.toSorted().join()
  })
  const numRuns = Math.ceil(pairs / phrasesAtOnce)
  const { counterexample } = fc.check(agree, { seed, numRuns })
  return { pairs: numRuns * phrasesAtOnce, matches, difference: counterexample && JSON.stringify(counterexample) }
}

interface Char {
  char: string
  kind: string
  start: number
  end: number
}

function charsOf(written: readonly string[]): Char[] {
  let at = 0
  return written.flatMap((piece) => {
    const { folded, kind } = pieces[piece]!
    const [start, end] = [at, at + piece.length]
    at = end
    return [...folded].map((char) => ({ char, kind, start, end }))
  })
}

/** Tries the phrase at every character of the text. */
function naive(phrase: readonly string[], text: readonly string[]): [number, number][] {
  const wanted = charsOf(phrase)
    .map(({ char }) => char)
    .join('')
    .trim()
    .replace(/ +/g, ' ')
  const chars = charsOf(text)
  if (wanted === '') return []
  const found: [number, number][] = []
  for (let first = 0; first < chars.length; first++) {
    let at = first
    for (const char of wanted) {
      if (chars[at]?.char !== char) at = Number.POSITIVE_INFINITY
      at++
      while (char === ' ' && chars[at]?.char === ' ') at++
    }
    if (at > chars.length || chars[first]!.char === ' ') continue
    const last = at - 1
    if (!runsOn(chars, first - 1, first) && !runsOn(chars, last + 1, last))
      found.push([chars[first]!.start, chars[last]!.end])
  }
  return found
}

/** Returns whether a word continues beyond the edge of a match. */
function runsOn(chars: readonly Char[], neighbor: number, edge: number): boolean {
  return chars[edge]!.kind !== 'alone' && isWordLike(chars, neighbor)
}

function isWordLike(chars: readonly Char[], at: number): boolean {
  const char = chars[at]
  if (char?.char === '_') return chars[at - 1]?.kind === 'word' && chars[at + 1]?.kind === 'word'
  return char?.kind === 'word'
}

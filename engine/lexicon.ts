import { type CueKind, cueKinds, cueNumber, cues } from './cues.ts'
import style from './data/style.json' with { type: 'json' }
import { kindTerms } from './kinds.ts'
import { buildMatcher, type Matcher } from './match.ts'
import { forms } from './stem.ts'
import { normalForm } from './text.ts'
import { wordAt, wordCount } from './words.ts'

/** One automaton for all that is looked for in every candidate, whatever the product. */
export interface Lexicon {
  matcher: Matcher
  /** What a phrase is, by its number: a word of the table, a cue, a matter of style; -1 where it is not. */
  words: Int32Array
  /** The place among kindTerms; -1 where it is none. */
  terms: Int32Array
  cues: Int8Array
  styles: Int32Array
  styleCount: number
  /** Per style number, what a phrase says for each of styleKinds in the title, and in the body. */
  styleWeights: { title: Float32Array; body: Float32Array }
  /** What a text without any known phrase looks like. */
  bias: readonly number[]
}

/** How an item may be worded: two by the flairs of Reddit's users, two by what was read in it. */
export const styleKinds = ['request', 'offer', 'seek', 'need'] as const

export const lexicon: Lexicon = buildLexicon()

function buildLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const numberOf = (phrase: string): number => {
    const form = normalForm(phrase)
    const number = numbers.get(form) ?? numbers.size
    numbers.set(form, number)
    return number
  }
  const words = new Map<number, number>()
  for (let word = 0; word < wordCount; word++) for (const form of forms(wordAt(word))) words.set(numberOf(form), word)
  const terms = new Map(kindTerms.flatMap((term, place) => forms(term).map((form) => [numberOf(form), place])))
  const cueOf = new Map(cuePhrases().map(([kind, phrase]) => [numberOf(phrase), cueNumber[kind]]))
  const rows = Object.entries<number[]>(style.phrases)
  const styleOf = new Map(rows.map(([phrase], row) => [numberOf(phrase), row]))
  const columns = (...places: number[]) =>
    Float32Array.from(
      rows.flatMap(([, weights]) => places.map((at) => weights[at]!)),
      (weight) => weight / style.scale,
    )
  return {
    matcher: buildMatcher([...numbers.keys()]),
    words: Int32Array.from(numbers.values(), (number) => words.get(number) ?? -1),
    terms: Int32Array.from(numbers.values(), (number) => terms.get(number) ?? -1),
    cues: Int8Array.from(numbers.values(), (number) => cueOf.get(number) ?? -1),
    styles: Int32Array.from(numbers.values(), (number) => styleOf.get(number) ?? -1),
    styleCount: rows.length,
    styleWeights: { title: columns(0, 1, 4, 5), body: columns(2, 3, 6, 7) },
    bias: style.bias,
  }
}

function cuePhrases(): [CueKind, string][] {
  return cueKinds.flatMap((kind) =>
    cues[kind].phrases.flatMap((line) => line.split('|').map((phrase): [CueKind, string] => [kind, phrase])),
  )
}

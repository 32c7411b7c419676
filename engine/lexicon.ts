import { type CueKind, cueKinds, cueNumber, cues } from './cues.ts'
import style from './data/style.json' with { type: 'json' }
import { buildMatcher, type Matcher } from './match.ts'
import { forms } from './stem.ts'
import { normalForm } from './text.ts'
import { wordAt, wordCount } from './words.ts'

/** One automaton for all that is looked for in every candidate, whatever the product. */
export interface Lexicon {
  matcher: Matcher
  /** What a phrase is, by its number: a word of the table, a cue, a matter of style; -1 where it is not. */
  words: Int32Array
  cues: Int8Array
  styles: Int32Array
  styleCount: number
  /** By style number: what a phrase says for a request and for an offer, in the title and in the body. */
  request: { title: Float32Array; body: Float32Array }
  offer: { title: Float32Array; body: Float32Array }
  /** What a text without any known phrase looks like. */
  bias: { request: number; offer: number }
}

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
  const cueOf = new Map(cuePhrases().map(([kind, phrase]) => [numberOf(phrase), cueNumber[kind]]))
  const rows = Object.entries<number[]>(style.phrases)
  const styleOf = new Map(rows.map(([phrase], row) => [numberOf(phrase), row]))
  const column = (at: number) => Float32Array.from(rows, ([, weights]) => weights[at]! / style.scale)
  const [request = 0, offer = 0] = style.bias
  return {
    matcher: buildMatcher([...numbers.keys()]),
    words: Int32Array.from(numbers.values(), (number) => words.get(number) ?? -1),
    cues: Int8Array.from(numbers.values(), (number) => cueOf.get(number) ?? -1),
    styles: Int32Array.from(numbers.values(), (number) => styleOf.get(number) ?? -1),
    styleCount: rows.length,
    request: { title: column(0), body: column(2) },
    offer: { title: column(1), body: column(3) },
    bias: { request, offer },
  }
}

function cuePhrases(): [CueKind, string][] {
  return cueKinds.flatMap((kind) =>
    cues[kind].phrases.flatMap((line) => line.split('|').map((phrase): [CueKind, string] => [kind, phrase])),
  )
}

import { type CueKind, cueKinds, cues } from './cues.ts'
import style from './data/style.json' with { type: 'json' }
import { buildMatcher, type Matcher } from './match.ts'
import { forms } from './stem.ts'
import { normalForm } from './text.ts'
import { wordAt, wordCount } from './words.ts'

/** The style of a request or an offer, per word or pair, for title and body. */
export interface StyleWeights {
  titleRequest: number
  titleOffer: number
  bodyRequest: number
  bodyOffer: number
}

/** What a phrase of the lexicon means; several at once where it is a word, a cue and a matter of style. */
export interface Entry {
  /** Number in the table of words, or -1. */
  word: number
  /** Number of its cue kind in cueKinds, or -1. */
  cue: number
  /** Number of its style weights, or -1. */
  style: number
}

/** One automaton for all that is looked for in every candidate, whatever the product. */
export interface Lexicon {
  matcher: Matcher
  entries: readonly Entry[]
  styles: readonly StyleWeights[]
  /** What a text without any known phrase looks like: request, offer. */
  styleBias: readonly [request: number, offer: number]
}

export const lexicon: Lexicon = buildLexicon()

function buildLexicon(): Lexicon {
  const numbers = new Map<string, number>()
  const phrases: string[] = []
  const entries: Entry[] = []
  const entryOf = (phrase: string): Entry => {
    const form = normalForm(phrase)
    let number = numbers.get(form)
    if (number === undefined) {
      number = phrases.push(form) - 1
      numbers.set(form, number)
      entries.push({ word: -1, cue: -1, style: -1 })
    }
    return entries[number]!
  }
  for (let word = 0; word < wordCount; word++) for (const form of forms(wordAt(word))) entryOf(form).word = word
  for (const [kind, phrase] of cuePhrases()) entryOf(phrase).cue = cueKinds.indexOf(kind)
  const styles: StyleWeights[] = []
  for (const [phrase, [titleRequest = 0, titleOffer = 0, bodyRequest = 0, bodyOffer = 0]] of Object.entries<number[]>(
    style.phrases,
  )) {
    const { scale } = style
    entryOf(phrase).style =
      styles.push({
        titleRequest: titleRequest / scale,
        titleOffer: titleOffer / scale,
        bodyRequest: bodyRequest / scale,
        bodyOffer: bodyOffer / scale,
      }) - 1
  }
  const [request = 0, offer = 0] = style.bias
  return { matcher: buildMatcher(phrases), entries, styles, styleBias: [request, offer] }
}

function cuePhrases(): [CueKind, string][] {
  return cueKinds.flatMap((kind) =>
    cues[kind].phrases.flatMap((line) => line.split('|').map((phrase): [CueKind, string] => [kind, phrase])),
  )
}

import style from '../data/style.json' with { type: 'json' }
import { buildMatcher, type Matcher } from '../match/match.ts'
import { forms } from '../text/stem.ts'
import { normalForm } from '../text/text.ts'
import { rarityAt, wordAt, wordCount } from '../text/words.ts'
import { advice, type CueKind, cueKinds, cueNumber, cues } from './cues.ts'
import { kindTerms } from './kinds/kinds.ts'
import { readingLimits } from './weights.ts'

/** One automaton for all that is looked for in every candidate, whatever the product. */
export interface Lexicon {
  matcher: Matcher
  /** How many phrases there are. */
  size: number
  /**
   * What each phrase is, phraseWidth numbers in the order of phraseField, -1 where it is no such thing: side by side,
   * so that whoever asks one thing after another waits for the memory once.
   */
  phrases: Int16Array
  /** Per style number plus one, what a phrase says for each of styleKinds in the title, and in the body; first nothing. */
  styleWeights: { title: Float32Array; body: Float32Array }
  /** What a text without any known phrase looks like. */
  bias: readonly number[]
}

export const phraseWidth = 8
export const phraseField = {
  /** Its number in the table of words. */
  word: 0,
  /** The same, but for words that hardly tell what a text is about. */
  telling: 1,
  /** Its place among kindTerms. */
  term: 2,
  /** By cueNumber. */
  cue: 3,
  /** Its row in styleWeights. */
  style: 4,
  /** 0 for a turn of `advice`. */
  advice: 5,
} as const

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
  const terms = new Map(kindTerms.flatMap((term, index) => forms(term).map((form) => [numberOf(form), index])))
  const cueOf = new Map(cuePhrases().map(([kind, phrase]) => [numberOf(phrase), cueNumber[kind]]))
  const adviceOf = new Map(split(advice.phrases).map((phrase) => [numberOf(phrase), 0]))
  // Common words first, as the table has them: what most texts hold stands together in memory.
  const rows = Object.entries<number[]>(style.phrases)
    .map(([phrase, weights]) => ({ number: numberOf(phrase), weights }))
    .sort((one, other) => one.number - other.number)
  const styleOf = new Map(rows.map(({ number }, row) => [number, row]))
  const columns = (...indexes: number[]) =>
    Float32Array.from(
      [indexes.map(() => 0), ...rows.map(({ weights }) => indexes.map((at) => weights[at]!))].flat(),
      (weight) => weight / style.scale,
    )
  const phrases = new Int16Array(numbers.size * phraseWidth).fill(-1)
  const note = (indexes: ReadonlyMap<number, number>, field: number) => {
    for (const [number, value] of indexes) phrases[number * phraseWidth + field] = value
  }
  note(words, phraseField.word)
  note(new Map([...words].filter(([, word]) => rarityAt(word) >= readingLimits.rarityLeast)), phraseField.telling)
  note(terms, phraseField.term)
  note(cueOf, phraseField.cue)
  note(styleOf, phraseField.style)
  note(adviceOf, phraseField.advice)
  return {
    matcher: buildMatcher([...numbers.keys()]),
    size: numbers.size,
    phrases,
    styleWeights: { title: columns(0, 1, 4, 5), body: columns(2, 3, 6, 7) },
    bias: style.bias,
  }
}

function cuePhrases(): [CueKind, string][] {
  return cueKinds.flatMap((kind) => split(cues[kind].phrases).map((phrase): [CueKind, string] => [kind, phrase]))
}

function split(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('|'))
}

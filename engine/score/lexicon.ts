import style from '../data/style.json' with { type: 'json' }
import { buildMatcher, type Matcher } from '../match/match.ts'
import { forms, stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import { rarityAt, wordAt, wordCount } from '../text/words.ts'
import { advice, type CueKind, cueKinds, cueNumber, cues, topicCues } from './cues.ts'
import { kindTerms } from './kinds/kinds.ts'
import { readingLimits } from './weights.ts'

/** One automaton for all phrases that every candidate is searched for, whatever the product. */
export interface Lexicon {
  matcher: Matcher
  /** The number of phrases. */
  size: number
  /**
   * The properties of each phrase: phraseWidth numbers in the order of phraseField, -1 where one does not apply. They
   * are adjacent, so that reading several of them waits for memory only once.
   */
  phrases: Int16Array
  /** The cues that may be the topic of a product: the numbers of their phrases, and their stemmed words. */
  topicCues: readonly { number: number; words: readonly string[] }[]
  /** A phrase's weights for each of styleKinds, in title and body, by style number plus one; row 0 is empty. */
  styleWeights: { title: Float32Array; body: Float32Array }
  /** The style of a text without any known phrase. */
  bias: readonly number[]
}

export const phraseWidth = 8
export const phraseField = {
  /** Its number in the table of words. */
  word: 0,
  /** The same, except for words that say hardly anything about the topic. */
  telling: 1,
  /** Its index in kindTerms. */
  term: 2,
  /** By cueNumber. */
  cue: 3,
  /** Its row in styleWeights. */
  style: 4,
  /** 0 for an `advice` phrase. */
  advice: 5,
} as const

/** The styles of an item: two learned from the flairs of Reddit's users, two from labels given by reading. */
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
  // Common words first, as in the table, which keeps frequent entries together in memory.
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
    topicCues: phrasesOfTopics().map((phrase) => ({ number: numberOf(phrase), words: wordsOf(phrase).map(stem) })),
    styleWeights: { title: columns(0, 1, 4, 5), body: columns(2, 3, 6, 7) },
    bias: style.bias,
  }
}

function cuePhrases(): [CueKind, string][] {
  return cueKinds.flatMap((kind) => split(cues[kind].phrases).map((phrase): [CueKind, string] => [kind, phrase]))
}

function phrasesOfTopics(): string[] {
  const phrases = cuePhrases().flatMap(([kind, phrase]) => (topicCues.includes(kind) ? [phrase] : []))
  return [...new Set([...phrases, ...split(advice.phrases)])]
}

function split(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('|'))
}

import type { Profile } from './item.ts'
import { forms, stem } from './stem.ts'
import { normalForm, wordsOf } from './text.ts'
import { profileWeights as weights } from './weights.ts'
import { addWord, emptyVector, rarityAt, similarities, type Vector, wordAt, wordCount, wordNumber } from './words.ts'

/** A word that speaks for a product: one of its own, or one that goes with them. */
export interface ProfileWord {
  /** Stemmed. */
  text: string
  /** Number in the table of words; -1 where it is too rare for it. */
  number: number
  /** How much it is the product's own: 1 for words of keywords, less for words of the summary, 0 for related words. */
  own: number
  /** What it adds towards being a candidate. */
  gate: number
}

/** A keyword or competitor with the spellings under which it is counted. */
export interface ProfilePhrase {
  /** As the project has it. */
  phrase: string
  kind: 'keyword' | 'competitor'
  spellings: readonly string[]
  /** True for a name that is also an everyday word (Monday, Wave): it needs its capital, and alone proves little. */
  ambiguous: boolean
}

/** Where the product stands among the words. */
export function profileVector(profile: Profile): Vector {
  const vector = emptyVector()
  const counts = new Map<number, number>()
  const count = (text: string, times: number) => {
    for (const word of wordsOf(text)) {
      const number = wordNumber(stem(word))
      if (number >= 0) counts.set(number, Math.min(weights.countMax, (counts.get(number) ?? 0) + times))
    }
  }
  for (const keyword of profile.keywords) count(keyword, 2)
  count(profile.summary, 1)
  for (const [number, times] of counts) addWord(vector, number, rarityAt(number) * times)
  return vector
}

/** The words that open the gate together (DESIGN 4): the product's own, and the closest of those that go with them. */
export function profileWords(profile: Profile): ProfileWord[] {
  const words = new Map<string, ProfileWord>()
  const add = (text: string, own: number) => {
    for (const word of wordsOf(text)) {
      const stemmed = stem(word)
      const known = words.get(stemmed)
      if (stemmed.length < 2 || (known && known.own >= own)) continue
      const number = wordNumber(stemmed)
      const share = number < 0 ? weights.unknownWord : 1
      words.set(stemmed, { text: stemmed, number, own, gate: rarityAt(number) * share * own })
    }
  }
  for (const keyword of profile.keywords) add(keyword, 1)
  add(profile.summary, weights.summary)
  for (const related of relatedWords(profileVector(profile)))
    if (!words.has(related.text)) words.set(related.text, related)
  return [...words.values()].filter(({ gate }) => gate > 0)
}

function relatedWords(vector: Vector): ProfileWord[] {
  const closeness = similarities(vector)
  const order = Array.from({ length: wordCount }, (_, number) => number)
    .filter((number) => closeness[number]! >= weights.relatedLeast)
    .sort((a, b) => closeness[b]! - closeness[a]!)
  return order.slice(0, weights.relatedMost).map((number) => ({
    text: wordAt(number),
    number,
    own: 0,
    gate: rarityAt(number) * closeness[number]! * weights.related,
  }))
}

/** Keywords and competitors; those without any letter or digit are kept too, since the owner wrote them. */
export function profilePhrases(profile: Profile): ProfilePhrase[] {
  return [
    ...profile.keywords.map((phrase) => toPhrase(phrase, 'keyword')),
    ...profile.competitors.map((phrase) => toPhrase(phrase, 'competitor')),
  ].filter(({ spellings }) => spellings.length > 0)
}

function toPhrase(phrase: string, kind: ProfilePhrase['kind']): ProfilePhrase {
  return {
    phrase,
    kind,
    spellings: spellings(phrase, kind),
    ambiguous: kind === 'competitor' && isEverydayWord(phrase),
  }
}

/** Also with a hyphen for a space and the other way round, and with the other number of the last word. */
function spellings(phrase: string, kind: ProfilePhrase['kind']): string[] {
  const form = normalForm(phrase)
  if (form === '') return []
  const found = new Set([form])
  if (kind === 'keyword') {
    const last = /[a-z]{3,}$/.exec(form)?.[0]
    if (last) for (const other of forms(stem(last))) found.add(form.slice(0, -last.length) + other)
  }
  for (const spelling of [...found]) {
    if (/[\p{L}\p{N}] [\p{L}\p{N}]/u.test(spelling)) found.add(spelling.replace(/ /g, '-'))
    if (/[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(spelling)) found.add(spelling.replace(/-/g, ' '))
  }
  return [...found]
}

const days = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

function isEverydayWord(phrase: string): boolean {
  const form = normalForm(phrase)
  return days.has(form) || wordNumber(stem(form)) >= 0
}

import type { CompetitorNames, Profile } from '../item.ts'
import type { CompiledQuery } from '../query/compile.ts'
import { cues } from '../score/cues.ts'
import { addKinds, kindsOfProfile, makersOf, type ProductKind, wordsOfKinds } from '../score/kinds/kinds.ts'
import { kindWeights, profileWeights as weights } from '../score/weights.ts'
import { languageOfText } from '../text/language.ts'
import { spellings } from '../text/spellings.ts'
import { stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import {
  addWord,
  emptyVector,
  rarityAt,
  similarities,
  unit,
  type Vector,
  wordAt,
  wordCount,
  wordNumber,
} from '../text/words.ts'
import { readKeyword } from './keywords.ts'
import { andQueries, exclusionQuery, limitsQuery } from './narrowing.ts'

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

/** A keyword, a competitor or the product's own name, with the spellings under which it is counted. */
export interface ProfilePhrase {
  /** As the project has it. */
  phrase: string
  kind: 'keyword' | 'competitor' | 'brand'
  spellings: readonly string[]
  /** True for a name that is also an everyday word (Monday, Wave): it needs its capital, and alone proves little. */
  ambiguous: boolean
  /** What a post with such a spelling must be besides; null where that is enough. */
  query: CompiledQuery | null
  /** A community, in lower case, in which it counts without being said; null for none. */
  subreddit: string | null
}

/**
 * Where the product stands among the words: a vector of length 1, or of 0 where none of its words is known. Its own words
 * make it, and what is known of its kinds.
 */
export function profileVector(profile: Profile): Vector {
  return profileEmbedding(profile).vector
}

/** The same, with the kinds that the product belongs to by its own words. */
export function profileEmbedding(profile: Profile): { vector: Vector; kinds: ProductKind[] } {
  const vector = ownVector(profile)
  const kinds = kindsOfProfile(profile, wordingsOf(profile), vector)
  addKinds(vector, kinds, weights.kinds)
  return { vector: unit(vector), kinds }
}

function ownVector(profile: Profile): Vector {
  const vector = emptyVector()
  const counts = new Map<number, number>()
  const count = (text: string, times: number) => {
    for (const word of wordsOf(text)) {
      const number = wordNumber(stem(word))
      if (number >= 0) counts.set(number, Math.min(weights.countMax, (counts.get(number) ?? 0) + times))
    }
  }
  for (const wording of wordingsOf(profile)) count(wording, 2)
  count(profile.summary, 1)
  for (const [number, times] of counts) addWord(vector, number, rarityAt(number) * times)
  return unit(vector)
}

/** The words that open the gate together (DESIGN 4): the product's own, and the closest of those that go with them. */
export function profileWords(profile: Profile, vector = profileVector(profile)): ProfileWord[] {
  const words = new Map(ownWords(profile).map((word) => [word.text, word]))
  for (const related of relatedWords(vector)) if (!words.has(related.text)) words.set(related.text, related)
  return [...words.values()].filter(({ gate }) => gate > 0)
}

function ownWords(profile: Profile): ProfileWord[] {
  return [...salienceOf(profile)].map(([word, salience]) => {
    const number = wordNumber(word)
    const own = salience * (number < 0 ? weights.unknownWord : 1) * (askingWords.has(word) ? weights.askingWord : 1)
    return { text: word, number, own, gate: rarityAt(number) * own }
  })
}

/** How much each stemmed word is the product's: one that several keywords have in common more than one of the summary. */
function salienceOf(profile: Profile): Map<string, number> {
  const salience = new Map<string, number>()
  for (const wording of wordingsOf(profile)) {
    for (const word of new Set(stems(wording))) {
      salience.set(word, Math.min(1, (salience.get(word) ?? weights.firstKeyword) + weights.nextKeyword))
    }
  }
  for (const word of stems(profile.summary)) salience.set(word, Math.max(weights.summary, salience.get(word) ?? 0))
  return salience
}

function stems(text: string): string[] {
  return wordsOf(text)
    .map(stem)
    .filter((word) => word.length > 1)
}

/** Words with which people ask for any product: `alternative` in a keyword says nothing about which. */
const askingWords = new Set([
  ...(['ask', 'leave', 'wonder'] as const).flatMap((kind) =>
    cues[kind].phrases.flatMap((line) => line.split('|')).map((phrase) => stem(phrase)),
  ),
  ...['app', 'company', 'platform', 'program', 'provider', 'service', 'software', 'solution', 'system', 'tool'],
])

function relatedWords(vector: Vector): ProfileWord[] {
  const closeness = similarities(vector)
  const close: number[] = []
  for (let number = 0; number < wordCount; number++) if (closeness[number]! >= weights.relatedLeast) close.push(number)
  close.sort((a, b) => closeness[b]! - closeness[a]!)
  return close.slice(0, weights.relatedMost).map((number) => ({
    text: wordAt(number),
    number,
    own: 0,
    gate: rarityAt(number) * closeness[number]! * weights.related,
  }))
}

/** Keywords and competitors; those without any letter or digit are kept too, since the owner wrote them. */
export function profilePhrases(profile: Profile): ProfilePhrase[] {
  const limits = new Map(profile.keywordLimits?.map((each) => [each.keyword, limitsQuery(each)]))
  const keywords = profile.keywords.map((text): ProfilePhrase => {
    const { spellings: forms, query } = readKeyword(text)
    const limited = andQueries(query, limits.get(text) ?? null)
    return { phrase: text, kind: 'keyword', spellings: forms, ambiguous: false, query: limited, subreddit: null }
  })
  const names = new Map(profile.competitorNames?.map((each) => [each.competitor, each]))
  const competitors = profile.competitors.flatMap((name) => {
    const known = names.get(name)
    return known ? knownBy(known) : [competitorPhrase(name)]
  })
  return [...keywords, ...competitors].filter((phrase) => phrase.spellings.length > 0)
}

/** Every name of a competitor, each found as the competitor itself. */
function knownBy(names: CompetitorNames): ProfilePhrase[] {
  const { competitor, aliases, domains, subreddit } = names
  const query = exclusionQuery(names)
  const found = [competitor, ...aliases, ...domains].map((name) => ({
    ...competitorPhrase(name),
    phrase: competitor,
    query,
  }))
  if (subreddit === null) return found
  const own = { ...competitorPhrase(`r/${subreddit}`), phrase: competitor, query, ambiguous: false }
  return [...found, { ...own, subreddit: subreddit.toLowerCase() }]
}

/**
 * Well-known products of the same kinds, for an owner who names hardly any competitor: they open the gate and tell as
 * competitors do, but are nobody's keyword, so none of their hits is counted.
 */
export function knownMakers(profile: Profile, kinds: readonly ProductKind[]): ProfilePhrase[] {
  if (profile.competitors.length >= kindWeights.makersKnownFrom) return []
  const named = new Set([profile.name, ...profile.competitors].map(normalForm))
  const makers = makersOf(kinds).filter((maker) => !named.has(normalForm(maker)))
  return makers.map(competitorPhrase).filter((phrase) => phrase.spellings.length > 0)
}

function competitorPhrase(phrase: string): ProfilePhrase {
  const ambiguous = isEverydayWord(phrase)
  return {
    phrase,
    kind: 'competitor',
    spellings: spellings(phrase, 'competitor'),
    ambiguous,
    query: null,
    subreddit: null,
  }
}

/**
 * The product's own name, which nobody has to add as a keyword to see who speaks of it. Of everyday words alone (My
 * project) it is treated as such a name of a competitor is.
 */
export function brandName({ name }: Profile): ProfilePhrase[] {
  const ambiguous = wordsOf(name).every(isEverydayWord)
  const brand: ProfilePhrase = { ...competitorPhrase(name), kind: 'brand', ambiguous }
  return brand.spellings.length === 0 ? [] : [brand]
}

/** The words and phrases that its keywords ask for: what they leave out is not the product's own. */
function wordingsOf({ keywords }: Profile): string[] {
  return keywords.flatMap((text) => readKeyword(text).wordings)
}

const days = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

function isEverydayWord(phrase: string): boolean {
  const form = normalForm(phrase)
  return days.has(form) || wordNumber(stem(form)) >= 0
}

/** A profile made ready for scoring; build it once per project and version. */
export interface CompiledProfile {
  /** Codes of the languages, besides English, that leads may be written in. */
  readonly languages: ReadonlySet<string>
  readonly vector: Vector
  /** Kinds of products that it belongs to, the best first. */
  readonly kinds: readonly ProductKind[]
  /** By number in the table of words: the place among the product's own words, counted from 1; 0 for all others. */
  readonly indexes: Uint16Array
  /** Which of these are not 0, a bit each: few enough to stay in the processor's memory, whatever else is read. */
  readonly isOwnWord: Uint32Array
  /** By place: what the word tells about fit, 0 to about 1. */
  readonly worth: readonly number[]
  /** The product's own words that the table does not have, with their places. */
  readonly unknown: ReadonlyMap<string, number>
  /** Keywords of several words, as places. */
  readonly phrases: readonly (readonly number[])[]
  /** Known makers of its kinds, where its owner names hardly any competitor. */
  readonly makers: ReadonlySet<string>
  /** What of its phrases tells more than the words of the table do: makers and unknown words. */
  readonly telling: ReadonlySet<string>
  /** Competitors and makers whose names are everyday words. */
  readonly ambiguous: ReadonlySet<string>
}

export function compileProfile(profile: Profile): CompiledProfile {
  const indexes = new Uint16Array(wordCount)
  const worth = [0]
  const unknown = new Map<string, number>()
  const indexOf = new Map<string, number>()
  const { vector, kinds } = profileEmbedding(profile)
  for (const { text, number, own, gate } of ownWords(profile)) {
    if (own === 0 || gate <= 0) continue
    const index = worth.push(own * tellingOf(number)) - 1
    indexOf.set(text, index)
    if (number < 0) unknown.set(text, index)
    else indexes[number] = index
  }
  if (saysLittle(profile)) {
    for (const [word, much] of wordsOfKinds(kinds)) {
      const number = wordNumber(word)
      const tells = kindWeights.wordShare * much * tellingOf(number)
      if (number < 0 || indexOf.has(word) || askingWords.has(word) || tells < kindWeights.wordLeast) continue
      const index = worth.push(tells) - 1
      indexOf.set(word, index)
      indexes[number] = index
    }
  }
  const phrases = wordingsOf(profile)
    .map((wording) => wordsOf(wording).map((word) => indexOf.get(stem(word)) ?? 0))
    .filter((phrase) => phrase.length > 1 && !phrase.includes(0))
  const isOwnWord = new Uint32Array(Math.ceil(wordCount / 32))
  for (let word = 0; word < wordCount; word++) if (indexes[word]! > 0) isOwnWord[word >>> 5]! |= 1 << (word & 31)
  const makers = knownMakers(profile, kinds)
  const makerNames = makers.map(({ phrase }) => phrase)
  const ambiguous = [...profilePhrases(profile), ...makers].filter((phrase) => phrase.ambiguous)
  return {
    languages: new Set([
      ...(profile.languages ?? []),
      languageOfText([profile.summary, ...wordingsOf(profile)].join('. ')),
    ]),
    vector,
    kinds,
    indexes,
    isOwnWord,
    worth,
    unknown,
    phrases,
    makers: new Set(makerNames),
    telling: new Set([...unknown.keys(), ...makerNames]),
    ambiguous: new Set(ambiguous.map(({ phrase }) => phrase)),
  }
}

/** What a word tells by how rare it is, up to 1. */
function tellingOf(number: number): number {
  return Math.min(1, (rarityAt(number) + 1) / weights.tellingRarity)
}

/** Whether an owner has said so little that what is known of the kinds has to stand in for it. */
function saysLittle({ keywords, competitors }: Profile): boolean {
  return keywords.length < kindWeights.wordsKnownFrom && competitors.length < kindWeights.makersKnownFrom
}

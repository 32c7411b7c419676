import type { CompetitorNames, Profile } from '../item.ts'
import type { CompiledQuery } from '../query/compile.ts'
import { cues } from '../score/cues.ts'
import { addKinds, kindsOfProfile, makersOf, type ProductKind, wordsOfKinds } from '../score/kinds/kinds.ts'
import { lexicon } from '../score/lexicon.ts'
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
import { commonKeywords, wordingsOf } from './common-keywords.ts'
import { readKeyword } from './keywords.ts'
import { andQueries, exclusionQuery, limitsQuery } from './narrowing.ts'
import { type Offer, offersOf, tellingWords } from './offers.ts'

/** A word that indicates a product: one of its own, or a related one. */
export interface ProfileWord {
  /** The stemmed word. */
  text: string
  /** The number in the table of words; -1 if it is too rare for the table. */
  number: number
  /** How specific it is to the product: 1 for words of keywords, less for words of the summary, 0 for related words. */
  own: number
  /** The weight that it adds to the candidate's sum. */
  gate: number
}

/** A keyword, a competitor or the product's own name, with the spellings that count as it. */
export interface ProfilePhrase {
  /** The project's own wording. */
  phrase: string
  kind: 'keyword' | 'competitor' | 'brand'
  spellings: readonly string[]
  /** True for a name that is also an everyday word (Monday, Wave): it needs its capital, and alone proves little. */
  ambiguous: boolean
  /** True for a keyword whose words are in very many posts: it proves nothing. */
  tooCommon: boolean
  /** A further condition for a post with such a spelling; null for none. */
  query: CompiledQuery | null
  /** A community, in lower case, whose posts count even without the name; null for none. */
  subreddit: string | null
}

/**
 * Returns the vector of the product among the words, of length 1, or 0 if none of its words is known. It combines the
 * product's own words with those of its kinds.
 */
export function profileVector(profile: Profile): Vector {
  return profileEmbedding(profile).vector
}

/** Returns the same vector, with the kinds that the product belongs to by its own words. */
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

/** Returns the words that open the gate together (DESIGN 4): the product's own, and the closest related ones. */
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

/** Returns how specific each stemmed word is to the product. Words shared by several keywords count most. */
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

/** Words that people use to ask for any product. In a keyword, `alternative` doesn't narrow down which one. */
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

/** Returns the keywords and competitors. Keeps those without a letter or digit too, since the owner wrote them. */
export function profilePhrases(profile: Profile): ProfilePhrase[] {
  const limits = new Map(profile.keywordLimits?.map((each) => [each.keyword, limitsQuery(each)]))
  const common = new Set(commonKeywords(profile))
  const keywords = profile.keywords.map((text): ProfilePhrase => {
    const { spellings: forms, query } = readKeyword(text)
    return {
      phrase: text,
      kind: 'keyword',
      spellings: forms,
      ambiguous: false,
      tooCommon: common.has(text),
      query: andQueries(query, limits.get(text) ?? null),
      subreddit: null,
    }
  })
  const names = new Map(profile.competitorNames?.map((each) => [each.competitor, each]))
  const competitors = profile.competitors.flatMap((name) => {
    const known = names.get(name)
    return known ? competitorPhrases(known) : [competitorPhrase(name)]
  })
  return [...keywords, ...competitors].filter((phrase) => phrase.spellings.length > 0)
}

/** Returns every name of a competitor, each reported as the competitor itself. */
function competitorPhrases(names: CompetitorNames): ProfilePhrase[] {
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
 * Returns well-known products of the same kinds if the owner lists few competitors. They open the gate and score as
 * competitors do, but their hits aren't counted, since the owner didn't list them.
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
    tooCommon: false,
    query: null,
    subreddit: null,
  }
}

/**
 * Returns the product's own name, which is found without being a keyword. A name made only of everyday words (My
 * project) is treated like an ambiguous competitor.
 */
export function brandName({ name }: Profile): ProfilePhrase[] {
  const ambiguous = wordsOf(name).every(isEverydayWord)
  const brand: ProfilePhrase = { ...competitorPhrase(name), kind: 'brand', ambiguous }
  return brand.spellings.length === 0 ? [] : [brand]
}

const days = new Set(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])

function isEverydayWord(phrase: string): boolean {
  const form = normalForm(phrase)
  return days.has(form) || wordNumber(stem(form)) >= 0
}

/** A profile prepared for scoring. Build it once per project and version. */
export interface CompiledProfile {
  /** Codes of the languages that leads may be written in, besides English. */
  readonly languages: ReadonlySet<string>
  readonly vector: Vector
  /** The kinds of products that it belongs to, best first. */
  readonly kinds: readonly ProductKind[]
  /** Per number in the table of words: the index among the product's own words, from 1; 0 for all others. */
  readonly indexes: Uint16Array
  /** One bit per word, set if its index isn't 0. Small enough to stay in the processor's cache. */
  readonly isOwnWord: Uint32Array
  /** Per index: how much the word adds to the fit, 0 to about 1. */
  readonly worth: readonly number[]
  /** The product's own words that the table lacks, with their indexes. */
  readonly unknown: ReadonlyMap<string, number>
  /** The numbers of the lexicon's cues that consist of the product's own words: for it, they are no cues. */
  readonly topicCues: ReadonlySet<number>
  /** Keywords of several words, as indexes. */
  readonly phrases: readonly (readonly number[])[]
  /** Known makers of its kinds, if its owner lists few competitors. */
  readonly makers: ReadonlySet<string>
  /** Phrases that indicate more than the words of the table do: makers and unknown words. */
  readonly telling: ReadonlySet<string>
  /** Competitors and makers whose names are everyday words. */
  readonly ambiguous: ReadonlySet<string>
  /** Keywords whose hits prove nothing. */
  readonly tooCommon: ReadonlySet<string>
  /** What it offers, in the words of its summary; and its keywords that name no competitor. */
  readonly offers: readonly Offer[]
  readonly keywords: readonly Offer[]
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
  if (isSparse(profile)) {
    for (const [word, typicality] of wordsOfKinds(kinds)) {
      const number = wordNumber(word)
      const wordWorth = kindWeights.wordShare * typicality * tellingOf(number)
      if (number < 0 || indexOf.has(word) || askingWords.has(word) || wordWorth < kindWeights.wordLeast) continue
      const index = worth.push(wordWorth) - 1
      indexOf.set(word, index)
      indexes[number] = index
    }
  }
  const topics = lexicon.topicCues.filter(({ words }) => words.every((word) => indexOf.has(word)))
  const phrases = wordingsOf(profile)
    .map((wording) => wordsOf(wording).map((word) => indexOf.get(stem(word)) ?? 0))
    .filter((phrase) => phrase.length > 1 && !phrase.includes(0))
  const isOwnWord = new Uint32Array(Math.ceil(wordCount / 32))
  for (let word = 0; word < wordCount; word++) if (indexes[word]! > 0) isOwnWord[word >>> 5]! |= 1 << (word & 31)
  // `Google` in the summary says whose place the product takes, not what it does.
  const rivals = new Set(profile.competitors.map((name) => stem(wordsOf(name)[0] ?? '')))
  const generic = new Set([...askingWords, ...rivals])
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
    topicCues: new Set(topics.map(({ number }) => number)),
    phrases,
    makers: new Set(makerNames),
    telling: new Set([...unknown.keys(), ...makerNames]),
    ambiguous: new Set(ambiguous.map(({ phrase }) => phrase)),
    tooCommon: new Set(commonKeywords(profile)),
    offers: offersOf(profile, generic),
    keywords: wordingsOf(profile)
      .filter((text) => !stems(text).some((word) => rivals.has(word)))
      .map((text) => ({ text, words: tellingWords(text, generic) })),
  }
}

/** Returns how much a word indicates by its rarity, up to 1. */
function tellingOf(number: number): number {
  return Math.min(1, (rarityAt(number) + 1) / weights.tellingRarity)
}

/** Returns whether an owner lists so little that words of the product's kinds must fill in. */
function isSparse(profile: Profile): boolean {
  const { keywords, competitors } = profile
  const telling = keywords.length - commonKeywords(profile).length
  return telling < kindWeights.wordsKnownFrom && competitors.length < kindWeights.makersKnownFrom
}

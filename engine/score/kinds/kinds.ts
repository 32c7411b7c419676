import table from '../../data/kinds.json' with { type: 'json' }
import type { Profile } from '../../item.ts'
import { stem } from '../../text/stem.ts'
import { normalForm, wordsOf } from '../../text/text.ts'
import { addWord, emptyVector, innerProduct, rarityAt, unit, type Vector, wordNumber } from '../../text/words.ts'
import { kindWeights as weights } from '../weights.ts'
import { type KindWeight, kindSums } from './kind-sums.ts'

/** A kind of product, described from general knowledge without looking at any post. */
export interface Kind {
  id: string
  /** The names that people use when they ask for one; the first is shown in reasons. */
  names: readonly string[]
  /** Words of the subject, and phrases of people who need such a product. */
  words: readonly string[]
  needs: readonly string[]
  /** Products of the kind, and communities where people write who need one. */
  makers: readonly string[]
  communities: readonly string[]
}

/** A kind that a product belongs to, and its weight: 1 for the best match. */
export interface ProductKind {
  kind: number
  weight: number
  /** Whether it is one of the product's main kinds, and the keywords or the summary contain one of its names. */
  isNamed: boolean
}

export const kinds: readonly Kind[] = Object.entries(table).map(([id, lists]) => ({
  id,
  names: lists.names.split('|'),
  words: lists.words.split('|'),
  needs: lists.needs.split('|'),
  makers: lists.makers.split('|'),
  communities: lists.communities.toLowerCase().split('|'),
}))

/** The phrases of a kind as stemmed words. */
const phrases = kinds.map(({ names, words, needs }) => ({
  names: names.map(stems),
  words: words.map(stems),
  needs: needs.map(stems),
}))

/** The names of kinds by their first word, to find them in a product's words. */
const namesByWord = new Map<string, { kind: number; name: string }[]>()
for (const [kind, { names }] of phrases.entries()) {
  for (const [first, ...others] of names) {
    if (first === undefined) continue
    const name = ` ${[first, ...others].join(' ')} `
    namesByWord.set(first, [...(namesByWord.get(first) ?? []), { kind, name }])
  }
}

/**
 * Stemmed words that distinguish kinds, even without an entry in the table of words. Common ones are first, for
 * locality in memory.
 */
export const kindTerms: readonly string[] = [
  ...new Set(phrases.flatMap(({ names, words, needs }) => [...names, ...words, ...needs].flat())),
]
  .filter((term) => term.length > 1 && rarityAt(wordNumber(term)) > 0)
  .sort((one, other) => rarityAt(wordNumber(one)) - rarityAt(wordNumber(other)))

const termIndex = new Map(kindTerms.map((term, index) => [term, index]))
const counts = phrases.map(countsOf)
const vectors = counts.map(vectorOf)
/** The weight of each term for the kinds; holds one text at a time. */
export const kindTellings = kindSums(tellingsOf(), kinds.length)
const kindsByMaker = groupedBy(({ makers }) => makers.map(normalForm))
const kindsByCommunity = groupedBy(({ communities }) => communities)

/** The last community requested; an item is scored for one product after another. */
let lastCommunity: { name: string; kinds: readonly number[] } = { name: '', kinds: [] }

/** Returns the kinds that people look for in a community. */
export function kindsOfCommunity(name: string): readonly number[] {
  if (lastCommunity.name !== name) {
    lastCommunity = { name, kinds: kindsByCommunity.get(name.toLowerCase()) ?? [] }
  }
  return lastCommunity.kinds
}

/** The weight of a word by its count in a text. */
const countWeights = Float64Array.from({ length: 64 }, (_, times) => Math.log1p(times))

/**
 * Sums the weights of a text's words for each kind into `kindTellings.sums`, from its `different` terms and their
 * counts by term. Returns the factor for these sums: the longer the text, the less a word counts.
 */
export function sumKindWeights(terms: ArrayLike<number>, different: number, times: ArrayLike<number>): number {
  const { terms: input, parts } = kindTellings
  for (let index = 0; index < different; index++) {
    const term = terms[index]!
    const often = times[term]!
    input[index] = term
    parts[index] = often < countWeights.length ? countWeights[often]! : Math.log1p(often)
  }
  kindTellings.tell(different)
  return 1 / Math.sqrt(different + weights.textDoubt)
}

/**
 * Returns up to four kinds of a product, best first: by its competitors, by names of kinds in its keywords and summary,
 * and by the similarity of its words. Returns none if nothing is close.
 */
export function kindsOfProfile(
  profile: Pick<Profile, 'summary' | 'competitors'>,
  wordings: readonly string[],
  vector: Vector,
): ProductKind[] {
  const own = [...wordings, profile.summary].map(stems)
  const times = termCounts([...wordings.flatMap(stems), ...own.flat()])
  const timesByTerm = new Uint32Array(kindTerms.length)
  for (const [term, often] of times) timesByTerm[term] = often
  const share = sumKindWeights([...times.keys()], times.size, timesByTerm)
  const scores = Float64Array.from(kindTellings.sums)
  const makers = new Float64Array(kinds.length)
  for (const competitor of profile.competitors) {
    const named = kindsByMaker.get(normalForm(competitor)) ?? []
    for (const kind of named) makers[kind]! += 1 / Math.sqrt(named.length)
  }
  const text = ` ${own.map((words) => words.join(' ')).join(' . ')} `
  const named = new Uint32Array(kinds.length)
  for (const word of new Set(own.flat())) {
    for (const { kind, name } of namesByWord.get(word) ?? []) if (text.includes(name)) named[kind]!++
  }
  for (let kind = 0; kind < kinds.length; kind++) {
    scores[kind] =
      weights.words * (scores[kind]! * share) +
      weights.makers * (1 - Math.exp(-makers[kind]! / weights.makersEnough)) +
      weights.name * Math.min(weights.namesMax, named[kind]!) +
      innerProduct(vector, vectors[kind]!)
  }
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!).slice(0, weights.most)
  const best = scores[order[0]!]!
  if (best < weights.least) return []
  return order
    .filter((kind) => scores[kind]! > best - weights.range)
    .map((kind) => {
      const weight = Math.exp((scores[kind]! - best) / weights.step)
      return { kind, weight, isNamed: named[kind]! > 0 && weight >= weights.namedFrom }
    })
}

/** Returns well-known products of the kinds that a product clearly belongs to. */
export function makersOf(own: readonly ProductKind[]): string[] {
  const names = own.filter(({ weight }) => weight >= weights.makersOf).flatMap(({ kind }) => kinds[kind]!.makers)
  return [...new Map(names.map((name) => [normalForm(name), name])).values()]
}

/** Returns the stemmed words of a product's main kinds, each with how typical it is, 0 to 1. */
export function wordsOfKinds(own: readonly ProductKind[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const { kind, weight } of own.filter((each) => each.weight >= weights.wordsOf)) {
    for (const [term, times] of counts[kind]!) {
      const word = kindTerms[term]!
      const typicality = Math.sqrt(weight) * Math.min(1, Math.log1p(times) / weights.wordFull)
      words.set(word, Math.max(typicality, words.get(word) ?? 0))
    }
  }
  return words
}

/** Adds the vectors of kinds to a product's vector, with a total weight of `worth`. */
export function addKinds(vector: Vector, own: readonly ProductKind[], worth: number): void {
  const sum = own.reduce((total, { weight }) => total + weight, 0)
  for (const { kind, weight } of own) {
    const kindVector = vectors[kind]!
    for (let k = 0; k < vector.length; k++) vector[k]! += ((worth * weight) / sum) * kindVector[k]!
  }
}

function stems(text: string): string[] {
  return wordsOf(text).map(stem)
}

/** Counts how often each term occurs in some words. */
function termCounts(words: readonly string[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const word of words) {
    const term = termIndex.get(word)
    if (term !== undefined) found.set(term, (found.get(term) ?? 0) + 1)
  }
  return found
}

/** Counts a kind's phrases that contain each term; words of the subject count more. */
function countsOf({ names, words, needs }: (typeof phrases)[number]): Map<number, number> {
  const found = new Map<number, number>()
  const count = (some: readonly (readonly string[])[], worth: number) => {
    for (const phrase of some) {
      for (const term of termCounts(phrase).keys()) found.set(term, (found.get(term) ?? 0) + worth)
    }
  }
  count(names, 1)
  count(words, weights.subjectWord)
  count(needs, 1)
  return found
}

function vectorOf(found: ReadonlyMap<number, number>): Vector {
  const vector = emptyVector()
  for (const [term, times] of found) {
    const number = wordNumber(kindTerms[term]!)
    if (number >= 0) addWord(vector, number, rarityAt(number) * Math.min(weights.countMax, times))
  }
  return unit(vector)
}

/**
 * Returns the kinds that each term indicates: rare terms and terms of few kinds weigh more, terms of many kinds
 * nothing.
 */
function tellingsOf(): KindWeight[][] {
  const owners: [number, number][][] = kindTerms.map(() => [])
  for (const [kind, found] of counts.entries()) for (const [term, times] of found) owners[term]!.push([kind, times])
  return owners.map((own, term) => {
    if (own.length > weights.termKindsMost) return []
    const worth =
      Math.min(1, (rarityAt(wordNumber(kindTerms[term]!)) + 0.2) / 3) *
      Math.log((kinds.length + 1) / (own.length + 0.5))
    return own.map(([kind, times]) => ({ kind, weight: Math.log1p(times) * worth }))
  })
}

function groupedBy(keysOf: (kind: Kind) => readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [number, kind] of kinds.entries()) {
    for (const key of new Set(keysOf(kind))) groups.set(key, [...(groups.get(key) ?? []), number])
  }
  return groups
}

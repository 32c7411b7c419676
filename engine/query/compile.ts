import type { Item } from '../item.ts'
import { anchorsOf } from './anchors.ts'
import { type Filter, instantOf, type NameField, type Query, type ScoreOperator } from './query.ts'
import { type PhraseHit, Phrases, Reading } from './reading.ts'

/** The functions that a query depends on. */
export interface QuerySettings {
  /** Returns an item's language as two letters (ISO 639-1), or null if unknown. Without it, `lang:` is unsupported. */
  languageOf?: ((item: Item) => string | null) | undefined
  /** Returns the forms to search for a wording, including itself. By default, there is only itself. */
  spellings?: ((wording: string) => readonly string[]) | undefined
}

/** A query prepared for many items. */
export interface CompiledQuery {
  /** All phrases that the test may look up, for a matcher shared by many queries. */
  readonly phrases: readonly string[]
  /** Phrases of which every match contains one. Null if a match may contain none. */
  readonly anchors: readonly string[] | null
  /**
   * Returns whether an item matches. `now`, in ms since 1970, is the time from which `after:7d` counts back. `hits`, if
   * given, must hold every occurrence of all `phrases` in title and body; without it, the item is searched. Takes time
   * linear in the text.
   */
  matches(item: Item, now: number, hits?: readonly PhraseHit[]): boolean
}

/** A query that isn't supported here, with a sentence that explains why. */
export class UnsupportedQuery extends Error {}

/** Compiles a query. Throws UnsupportedQuery for `lang:` without `languageOf`. */
export function compileQuery(query: Query, settings: QuerySettings = {}): CompiledQuery {
  if (settings.languageOf === undefined && usesLanguage(query)) {
    throw new UnsupportedQuery("lang: isn't supported here because the language of posts is unknown")
  }
  const spellings = settings.spellings ?? ((wording: string) => [wording])
  const phrases = new Phrases(wholeWordings(query), spellings)
  const test = testOf(query, settings)
  return {
    phrases: phrases.list,
    anchors: anchorsOf(query)?.flatMap((anchor) => spellings(anchor)) ?? null,
    matches: (item, now, hits) => test({ item, now, reading: new Reading(item, phrases, hits) }),
  }
}

function usesLanguage(query: Query): boolean {
  if (query.kind === 'all' || query.kind === 'any') return query.of.some(usesLanguage)
  if (query.kind === 'not') return usesLanguage(query.of)
  return query.kind === 'name' && query.field === 'lang'
}

function wholeWordings(query: Query): string[] {
  switch (query.kind) {
    case 'all':
    case 'any':
      return query.of.flatMap(wholeWordings)
    case 'not':
      return wholeWordings(query.of)
    case 'term':
      return query.prefix ? [] : [query.text]
    case 'near':
      return [...query.left, ...query.right].flatMap(({ text, prefix }) => (prefix ? [] : [text]))
    default:
      return []
  }
}

/** Puts filters first, since they don't read any text. */
function cheapestFirst(parts: readonly Query[]): Query[] {
  const isFilter = ({ kind }: Query) => kind === 'name' || kind === 'time' || kind === 'score'
  return [...parts.filter(isFilter), ...parts.filter((part) => !isFilter(part))]
}

interface TestInput {
  item: Item
  now: number
  reading: Reading
}

type Test = (input: TestInput) => boolean

function testOf(query: Query, settings: QuerySettings): Test {
  switch (query.kind) {
    case 'all': {
      const tests = cheapestFirst(query.of).map((part) => testOf(part, settings))
      return (input) => tests.every((test) => test(input))
    }
    case 'any': {
      const tests = cheapestFirst(query.of).map((part) => testOf(part, settings))
      return (input) => tests.some((test) => test(input))
    }
    case 'not': {
      const test = testOf(query.of, settings)
      return (input) => !test(input)
    }
    case 'term':
      return ({ reading }) => reading.has(query, query.field)
    case 'near':
      return ({ reading }) => reading.near(query.within, query.left, query.right, query.field)
    default:
      return filterTest(query, settings)
  }
}

/** Returns the test of a filter. Unknown authors, scores, instants and languages match no filter. */
function filterTest(filter: Filter, settings: QuerySettings): Test {
  switch (filter.kind) {
    case 'name':
      return ({ item }) => asciiLower(nameOf(item, filter.field, settings)) === filter.value
    case 'time': {
      const isAfter = filter.field === 'after'
      return ({ item: { postedAt }, now }) => {
        const instant = instantOf(filter.at, now)
        return postedAt !== null && (isAfter ? postedAt >= instant : postedAt < instant)
      }
    }
    case 'score':
      return ({ item: { score } }) => score !== null && compared(score, filter.operator, filter.value)
  }
}

function nameOf(item: Item, field: NameField, { languageOf }: QuerySettings): string | null {
  if (field === 'lang') return languageOf?.(item) ?? null
  return field === 'type' ? item.kind : item[field]
}

/** Lowercases ASCII letters only: names are ASCII, and the database compares them like this in any locale. */
function asciiLower(name: string | null): string | null {
  return name === null ? null : name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function compared(score: number, operator: ScoreOperator, value: number): boolean {
  switch (operator) {
    case '>':
      return score > value
    case '>=':
      return score >= value
    case '<':
      return score < value
    case '<=':
      return score <= value
    case ':':
      return score === value
  }
}

import type { Item } from '../item.ts'
import { anchorsOf } from './anchors.ts'
import { type Filter, instantOf, type NameField, type Query, type ScoreOperator } from './query.ts'
import { type PhraseHit, Phrases, Reading } from './reading.ts'

/** What a query needs to be told. */
export interface QuerySettings {
  /** The language of an item as two letters (ISO 639-1), or null where unknown. Without it `lang:` can't be answered. */
  languageOf?: ((item: Item) => string | null) | undefined
  /** The forms under which a wording is looked for, itself among them; only itself by default. */
  spellings?: ((wording: string) => readonly string[]) | undefined
}

/** A query made ready for many items. */
export interface CompiledQuery {
  /** Every phrase that the test asks about, for a matcher that looks for many queries at once. */
  readonly phrases: readonly string[]
  /** The phrases of which every match has one; null where a match may have none. */
  readonly anchors: readonly string[] | null
  /**
   * Whether an item is what the query asks for; `now`, in milliseconds since 1970, is what `after:7d` counts from.
   * `hits`, where given, must hold every place of every one of `phrases` in title and body; without them the item is
   * searched here. Takes time linear in the text.
   */
  matches(item: Item, now: number, hits?: readonly PhraseHit[]): boolean
}

/** A query that cannot be answered here, with a sentence that says what is missing. */
export class UnsupportedQuery extends Error {}

/** Throws UnsupportedQuery for `lang:` where nobody tells languages. */
export function compileQuery(query: Query, settings: QuerySettings = {}): CompiledQuery {
  if (settings.languageOf === undefined && asksForLanguage(query)) {
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

function asksForLanguage(query: Query): boolean {
  if (query.kind === 'all' || query.kind === 'any') return query.of.some(asksForLanguage)
  if (query.kind === 'not') return asksForLanguage(query.of)
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

/** Filters decide without reading a text. */
function cheapestFirst(parts: readonly Query[]): Query[] {
  const isFilter = ({ kind }: Query) => kind === 'name' || kind === 'time' || kind === 'score'
  return [...parts.filter(isFilter), ...parts.filter((part) => !isFilter(part))]
}

interface Asked {
  item: Item
  now: number
  reading: Reading
}

type Test = (asked: Asked) => boolean

function testOf(query: Query, settings: QuerySettings): Test {
  switch (query.kind) {
    case 'all': {
      const tests = cheapestFirst(query.of).map((part) => testOf(part, settings))
      return (asked) => tests.every((test) => test(asked))
    }
    case 'any': {
      const tests = cheapestFirst(query.of).map((part) => testOf(part, settings))
      return (asked) => tests.some((test) => test(asked))
    }
    case 'not': {
      const test = testOf(query.of, settings)
      return (asked) => !test(asked)
    }
    case 'term':
      return ({ reading }) => reading.has(query, query.field)
    case 'near':
      return ({ reading }) => reading.near(query.within, query.left, query.right, query.field)
    default:
      return filterTest(query, settings)
  }
}

/** What is unknown of an item meets no filter: no author, no score, no instant, no language. */
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

/** Names are ASCII; the database compares them just so, whatever its locale. */
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

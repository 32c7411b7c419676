import type { Item } from '../item.ts'
import { buildMatcher, type Matcher } from '../match/match.ts'
import { charClass, Folder, wordsBeginning } from '../text/text.ts'
import { type TextField, textFields, type Wording } from './query.ts'
import { lastWord } from './wording.ts'

/** A range of a field, in UTF-16 offsets, end exclusive. */
export interface Span {
  start: number
  end: number
}

/** A range of one of the fields. */
export interface FieldSpan extends Span {
  field: TextField
}

/** A phrase found in an item, as the matcher reports it or a candidate keeps it. */
export interface PhraseHit extends Span {
  phrase: string
  field: string
}

/** How many of its latest matchers for prefixes a query keeps. */
const continuedMost = 50

/** One matcher for all whole words and phrases of a query, reused for all items. */
export class Phrases {
  /** The distinct phrases to search for. */
  readonly list: readonly string[]
  private readonly numbers = new Map<string, number>()
  private readonly spellings: (wording: string) => readonly string[]
  private matcher: Matcher | null = null
  /** The latest matchers for what continues a prefix. Texts found by one query mostly continue it alike. */
  private readonly continued = new Map<string, Matcher>()

  constructor(wordings: Iterable<string>, spellings: (wording: string) => readonly string[]) {
    this.spellings = spellings
    for (const wording of wordings) {
      for (const spelling of spellings(wording))
        if (!this.numbers.has(spelling)) this.numbers.set(spelling, this.numbers.size)
    }
    this.list = [...this.numbers.keys()]
  }

  numbersOf(wording: string): number[] {
    return this.spellings(wording).map((spelling) => this.numbers.get(spelling)!)
  }

  /** Returns the spans of each listed phrase in a text. */
  in(text: string): Span[][] {
    const spans: Span[][] = this.list.map(() => [])
    this.matcher ??= buildMatcher(this.list)
    this.matcher.scan(text, (phrase, start, end) => spans[phrase]!.push({ start, end }))
    return spans
  }

  /** Returns the spans of other phrases, which continue a prefix, in a text. */
  continuedIn(text: string, phrases: readonly string[]): Span[] {
    if (phrases.length === 0) return []
    const key = phrases.join('\n')
    if (this.continued.size === continuedMost && !this.continued.has(key)) this.continued.clear()
    const spans: Span[] = []
    const matcher = memo(this.continued, key, () => buildMatcher(phrases))
    matcher.scan(text, (_phrase, start, end) => spans.push({ start, end }))
    return spans
  }

  /** Returns the spans of each listed phrase among the hits of another matcher. */
  among(hits: readonly PhraseHit[], field: TextField): Span[][] {
    const spans: Span[][] = this.list.map(() => [])
    for (const { phrase, field: at, start, end } of hits) {
      const number = at === field ? this.numbers.get(phrase) : undefined
      if (number !== undefined) spans[number]!.push({ start, end })
    }
    return spans
  }
}

/** Evaluates one query on an item. Reads each text once for all phrases and once per prefix, if the query needs it. */
export class Reading {
  private readonly item: Item
  private readonly phrases: Phrases
  private readonly hits: readonly PhraseHit[] | undefined
  private readonly found = new Map<TextField, Span[][]>()
  private readonly starts = new Map<TextField, readonly number[]>()

  constructor(item: Item, phrases: Phrases, hits: readonly PhraseHit[] | undefined) {
    this.item = item
    this.phrases = phrases
    this.hits = hits
  }

  /** Returns whether the words occur in the field, or in any field if it is null. */
  has(wording: Wording, field: TextField | null): boolean {
    return fieldsOf(field).some((each) =>
      wording.prefix ? this.hasPrefix(wording, each) : this.hasPhrase(wording, each),
    )
  }

  /** Returns whether a wording of each side occurs in a field with at most `within` words between them. */
  near(within: number, left: readonly Wording[], right: readonly Wording[], field: TextField | null): boolean {
    return fieldsOf(field).some((each) => {
      const lefts = this.spansOfAny(left, each)
      const rights = lefts.length === 0 ? [] : this.spansOfAny(right, each)
      return this.follows(lefts, rights, within, each) || this.follows(rights, lefts, within, each)
    })
  }

  /** Returns where a wording occurs in the field, or in any field if it is null. */
  spansOf(wording: Wording, field: TextField | null): FieldSpan[] {
    return fieldsOf(field).flatMap((each) => this.spansOfAny([wording], each).map((span) => ({ field: each, ...span })))
  }

  private hasPhrase({ text }: Wording, field: TextField): boolean {
    const spans = this.spansIn(field)
    return this.phrases.numbersOf(text).some((number) => spans[number]!.length > 0)
  }

  private hasPrefix({ text }: Wording, field: TextField): boolean {
    const endings = this.written(text, field)
    return lastWord(text) === text ? endings.length > 0 : this.phrases.continuedIn(this.item[field], endings).length > 0
  }

  private spansOfAny(wordings: readonly Wording[], field: TextField): Span[] {
    const spans = wordings.flatMap(({ text, prefix }) => {
      if (prefix) return this.phrases.continuedIn(this.item[field], this.written(text, field))
      return this.phrases.numbersOf(text).flatMap((number) => this.spansIn(field)[number]!)
    })
    return spans.sort((a, b) => a.start - b.start)
  }

  private spansIn(field: TextField): Span[][] {
    return memo(this.found, field, () => {
      return this.hits ? this.phrases.among(this.hits, field) : this.phrases.in(this.item[field])
    })
  }

  /** Returns the forms of a prefix wording: one for each word of the text that continues its last word. */
  private written(text: string, field: TextField): string[] {
    const last = lastWord(text)
    const before = text.slice(0, text.length - last.length)
    return [...new Set(wordsBeginning(last, this.item[field]))].map((word) => before + word)
  }

  /** Returns whether a span of `second` closely follows one of `first`. Both are in the order of their starts. */
  private follows(first: readonly Span[], second: readonly Span[], within: number, field: TextField): boolean {
    if (first.length === 0 || second.length === 0) return false
    const starts = memo(this.starts, field, () => wordStarts(this.item[field]))
    const secondStarts = second.map(({ start }) => start)
    return first.some(({ end }) => {
      const next = secondStarts[countBefore(secondStarts, end)]
      return next !== undefined && countBefore(starts, next) - countBefore(starts, end) <= within
    })
  }
}

function fieldsOf(field: TextField | null): readonly TextField[] {
  return field === null ? textFields : [field]
}

const folder = new Folder()

/** Returns the start of each word. Symbols don't count, but each letter of a script without spaces does. */
function wordStarts(text: string): number[] {
  folder.fold(text)
  const starts: number[] = []
  for (let token = 0; token < folder.tokens; token++) {
    const at = folder.tokenStarts[token]!
    const kind = folder.classes[at]
    if (kind === charClass.word || kind === charClass.alone) starts.push(folder.startOf(at))
  }
  return starts
}

/** Returns how many of the ascending numbers are less than `limit`. */
function countBefore(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

function memo<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}

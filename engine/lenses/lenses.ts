import type { Item } from '../item.ts'
import { buildMatcher } from '../match/match.ts'
import { mentionSentence } from '../mentions/mention-sentence.ts'
import type { Query } from '../query/query.ts'
import { type CueKind, cues } from '../score/cues.ts'
import { readItem } from '../score/reading.ts'
import { type Sentences, sentencesOf } from '../score/sentences.ts'
import { requestLeast } from '../score/weights.ts'
import type { Span } from '../spans.ts'
import { spellings } from '../text/spellings.ts'
import { stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import { rarityAt, wordNumber } from '../text/words.ts'

/** What an author wants, in any post, whatever the product. The first that applies says most. */
export const lenses = ['recommendation', 'alternative', 'pain', 'price', 'complaint'] as const
export type Lens = (typeof lenses)[number]

/** Cues that ask for something else than what the author has; `leave` cues always do. */
const alternatives = /^(?:alternatives?|replacements?|substitute for|something like|similar to)$/
/** Cues about money. */
const prices = /expensive|pric|budget|cheap|affordable|willing to pay|worth (?:it|the|paying)/

const phrasesOf = (kinds: readonly CueKind[]) =>
  kinds.flatMap((kind) => cues[kind].phrases.flatMap((list) => list.split('|')))
const leavePhrases = phrasesOf(['leave'])
const askPhrases = phrasesOf(['ask'])

/**
 * Returns a query that all items with a lens match, and not many others, so that an index can find them. Returns null if
 * authors express it in too many ways.
 */
export function lensQuery(lens: Lens, competitors: readonly string[]): Query | null {
  switch (lens) {
    case 'alternative':
      return anyOf([...leavePhrases, ...askPhrases.filter((phrase) => alternatives.test(phrase))])
    case 'price':
      return anyOf([...leavePhrases, ...askPhrases, ...phrasesOf(['pain'])].filter((phrase) => prices.test(phrase)))
    case 'complaint':
      return anyOf(competitors.flatMap((name) => spellings(name, 'competitor')))
    default:
      return null
  }
}

/** Returns a query for the rarest word of any of these phrases, since an index has to look up each word. */
function anyOf(phrases: readonly string[]): Query {
  const rarest = (phrase: string) =>
    wordsOf(phrase).reduce((best, word) => (rarityOf(word) > rarityOf(best) ? word : best))
  const words = [...new Set(phrases.map(rarest))]
  return { kind: 'any', of: words.map((text) => ({ kind: 'term', text, prefix: false, field: null })) }
}

function rarityOf(word: string): number {
  return rarityAt(wordNumber(stem(word)))
}

/** Reads the lenses of an item, or only those of some. Each is looked for only if asked for. */
export type LensReader = (item: Item, among?: readonly Lens[]) => Lens[]

/** Returns a function that reads lenses. Competitors are names and aliases as on the watchlist. */
export function lensReader(competitors: readonly string[]): LensReader {
  const names = competitors.flatMap((name) => spellings(name, 'competitor'))
  const matcher = names.length === 0 ? null : buildMatcher(names)
  const complains = (item: Item) => {
    if (!matcher) return false
    const spans: Span[] = []
    for (const field of ownFields(item)) {
      matcher.scan(item[field], (_name, start, end) => spans.push({ field, start, end }))
    }
    return spans.length > 0 && mentionSentence(item, spans)?.sentiment === 'negative'
  }
  return (item, among = lenses) => {
    const texts = ownSentences(item)
    const has: Record<Lens, () => boolean> = {
      recommendation: () => texts.some(asksClearly),
      alternative: () =>
        wordings(texts, ['leave']).length > 0 || wordings(texts, ['ask']).some((cue) => alternatives.test(cue)),
      pain: () => wordings(texts, ['pain']).length >= painsLeast,
      price: () => hasPriceCue(texts),
      complaint: () => complains(item),
    }
    return among.filter((lens) => has[lens]())
  }
}

/** Returns whether the author of an item talks about price: the lens of that name alone. */
export function talksAboutPrice(item: Item): boolean {
  return hasPriceCue(ownSentences(item))
}

function hasPriceCue(texts: readonly Sentences[]): boolean {
  return wordings(texts, ['ask', 'leave', 'pain']).some((cue) => prices.test(cue))
}

/** A single word such as `down` or `issue` says little. */
const painsLeast = 2

/** The title above a comment is another user's. */
function ownFields({ kind }: Item): readonly ('title' | 'body')[] {
  return kind === 'comment' ? ['body'] : ['title', 'body']
}

function ownSentences(item: Item): Sentences[] {
  const readings = readItem(item)
  return ownFields(item).map((field) => sentencesOf(field, readings[field]))
}

function asksClearly({ ask, count, askCategory }: Sentences): boolean {
  return (
    askCategory >= requestLeast.forCategory || ask.subarray(0, count).some((strength) => strength >= requestLeast.ask)
  )
}

/** Returns the cues of some kinds as they are written, in lower case. */
function wordings(texts: readonly Sentences[], kinds: readonly CueKind[]): string[] {
  return texts.flatMap((text) => kinds.flatMap((kind) => text.cuesOf(kind).map((cue) => text.cueText(cue))))
}

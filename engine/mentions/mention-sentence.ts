import type { Span } from '../spans.ts'

import { languageOf } from '../text/language.ts'
import { type PlainText, plainText, plainTextRange } from '../text/plain-text.ts'
import type { Sentiment } from './mention-content.ts'
import { type Judgement, sentimentOf, type TextRange } from './sentiment.ts'

export interface MentionSentence {
  /** As its reader sees it, cut between words where it is long. */
  sentence: string
  /** Where in it the phrase stands, and the words that show what is said of it. */
  phrases: TextRange[]
  shown: TextRange[]
  /** Of the whole item; null where its language is not one that is judged. */
  sentiment: Sentiment | null
}

export const sentenceMax = 300
/** Places of the phrase beyond these are not looked at, so that a text of nothing else costs no more. */
const feedsMost = 20

/**
 * The sentence of an item to quote where a phrase was found at these spans, and what the item says of the phrase: the
 * sentence that shows it best, else the first with the phrase. Null where nothing of the spans is there to be read.
 */
export function mentionSentence(item: { title: string; body: string }, spans: readonly Span[]): MentionSentence | null {
  const quotes = (['title', 'body'] as const).flatMap((field) =>
    quotesOf(item[field], spans.filter((span) => span.field === field).slice(0, feedsMost)),
  )
  if (quotes.length === 0) return null
  const language = languageOf(item)
  if (language !== null && language !== 'en') {
    const { text, phrases } = quotes[0]!
    return { sentence: text, phrases, shown: [], sentiment: null }
  }
  const judged = quotes.map((quote) => ({ ...quote, ...sentimentOf(quote.text, quote.phrases) }))
  const sentiment = overall(judged)
  const best = judged
    .filter((each) => each.sentiment === sentiment)
    .reduce<Judged>((most, each) => (each.strength > most.strength ? each : most), {
      ...judged[0]!,
      strength: 0,
      shown: [],
    })
  return { sentence: best.text, phrases: best.phrases, shown: best.shown, sentiment }
}

/** The first sentence of an item as its reader sees it, cut between words where it is long. */
export function beginningOf({ title, body }: { title: string; body: string }): string {
  const source = title.trim() === '' ? body : title
  const plain = plainText(source)
  const sentence = plain.text.slice(0, sentenceEnds(source, plain)[0]).trim()
  if (sentence.length <= sentenceMax) return sentence
  const end = sentence.lastIndexOf(' ', sentenceMax)
  return `${sentence.slice(0, end > 0 ? end : sentenceMax).toWellFormed()}…`
}

/** One side has to outweigh the other two to one. */
function overall(judged: readonly Judgement[]): Judgement['sentiment'] {
  const weigh = (side: string) =>
    judged.filter(({ sentiment }) => sentiment === side).reduce((sum, { strength }) => sum + strength, 0)
  const [good, bad] = [weigh('positive'), weigh('negative')]
  if (good > 0 && good >= 2 * bad) return 'positive'
  return bad > 0 && bad >= 2 * good ? 'negative' : 'neutral'
}

type Judged = Quote & Judgement

interface Quote {
  text: string
  phrases: TextRange[]
}

/** The sentences of a text in which the phrase stands, without Markdown. */
function quotesOf(source: string, spans: readonly Span[]): Quote[] {
  if (spans.length === 0) return []
  const plain = plainText(source)
  const ranges = spans
    .map(({ start, end }) => plainTextRange(plain, start, end))
    .filter((range) => range !== null)
    .toSorted((a, b) => a[0] - b[0])
  const ends = sentenceEnds(source, plain)
  const bySentence = Map.groupBy(ranges, ([start]) => ends.findIndex((end) => end > start))
  return [...bySentence].map(([number, own]) => cut(plain.text, ends[number - 1] ?? 0, ends[number]!, own))
}

/** Where sentences end in the plain text: after a stop before a space, and where the original has a new line. */
function sentenceEnds(source: string, { text, origins }: PlainText): number[] {
  const ends: number[] = []
  for (let at = 1; at < text.length; at++) {
    const isStop = text[at] === ' ' && /[.!?…]["')\]”’]?$/u.test(text.slice(Math.max(0, at - 2), at))
    if ((isStop && !abbreviation.test(text.slice(Math.max(0, at - 6), at))) || hasNewLine(source, origins, at))
      ends.push(at)
  }
  return [...ends, text.length]
}

const abbreviation = /(?:^|[\s(])(?:vs|e\.g|i\.e|etc|mr|mrs|ms|dr|inc|st|no|approx)\.$/iu

function hasNewLine(source: string, origins: readonly number[], at: number): boolean {
  return source.slice(origins[at - 1]! + 1, origins[at]! + 1).includes('\n')
}

/** Around the first place of the phrase where it is longer than a line or two. */
function cut(text: string, from: number, to: number, ranges: readonly TextRange[]): Quote {
  while (text[from] === ' ') from++
  let [start, end] = [from, to]
  if (to - from > sentenceMax) {
    const [first, firstEnd] = ranges[0]!
    if (first - from > sentenceMax / 2) start = text.indexOf(' ', first - sentenceMax / 2) + 1
    if (start > first || start === 0) start = first
    end = Math.min(to, Math.max(firstEnd, start + sentenceMax))
    if (end < to) end = Math.max(firstEnd, text.lastIndexOf(' ', end))
  }
  const lead = start > from ? '…' : ''
  const shift = lead.length - start
  const inside = ranges.filter((range) => range[0] >= start && range[1] <= end)
  return {
    text: lead + text.slice(start, end).trimEnd() + (end < to ? '…' : ''),
    phrases: inside.map((range) => [range[0] + shift, range[1] + shift]),
  }
}

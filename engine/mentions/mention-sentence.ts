import type { Span } from '../spans.ts'
import { languageOf } from '../text/language.ts'
import { plainText, plainTextRange } from '../text/plain-text.ts'
import { cutSentence, sentenceEnds, sentenceMax, type TextRange } from '../text/readable-sentences.ts'
import type { Sentiment } from './mention-content.ts'
import { type Judgment, sentimentOf } from './sentiment.ts'

export interface MentionSentence {
  /** The sentence without Markdown, cut between words if it is long. */
  sentence: string
  /** The ranges of the phrase in it, and of the words that show the sentiment. */
  phrases: TextRange[]
  shown: TextRange[]
  /** The sentiment of the whole item. Null if its language isn't judged. */
  sentiment: Sentiment | null
}

/** The maximum number of occurrences per field, which limits the cost of repetitive texts. */
const feedsMost = 20

/**
 * Returns the sentence to quote for a phrase found at these spans, and the item's sentiment toward the phrase. Prefers
 * the sentence that best shows the sentiment, and otherwise takes the first with the phrase. Returns null if no part of
 * the spans is readable.
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

/** Returns the first sentence of an item without Markdown, cut between words if it is long. */
export function beginningOf({ title, body }: { title: string; body: string }): string {
  const source = title.trim() === '' ? body : title
  const plain = plainText(source)
  const sentence = plain.text.slice(0, sentenceEnds(source, plain)[0]).trim()
  if (sentence.length <= sentenceMax) return sentence
  const end = sentence.lastIndexOf(' ', sentenceMax)
  return `${sentence.slice(0, end > 0 ? end : sentenceMax).toWellFormed()}…`
}

/** Returns the sentiment that outweighs the other at least two to one, or else neutral. */
function overall(judged: readonly Judgment[]): Judgment['sentiment'] {
  const weigh = (side: string) =>
    judged.filter(({ sentiment }) => sentiment === side).reduce((sum, { strength }) => sum + strength, 0)
  const [good, bad] = [weigh('positive'), weigh('negative')]
  if (good > 0 && good >= 2 * bad) return 'positive'
  return bad > 0 && bad >= 2 * good ? 'negative' : 'neutral'
}

type Judged = Quote & Judgment

interface Quote {
  text: string
  phrases: TextRange[]
}

/** Returns the sentences of a text that contain the phrase, without Markdown. */
function quotesOf(source: string, spans: readonly Span[]): Quote[] {
  if (spans.length === 0) return []
  const plain = plainText(source)
  const ranges = spans
    .map(({ start, end }) => plainTextRange(plain, start, end))
    .filter((range) => range !== null)
    .toSorted((a, b) => a[0] - b[0])
  const ends = sentenceEnds(source, plain)
  const bySentence = Map.groupBy(ranges, ([start]) => ends.findIndex((end) => end > start))
  return [...bySentence].map(([number, own]) => {
    const { text, ranges } = cutSentence(plain.text, ends[number - 1] ?? 0, ends[number]!, own)
    return { text, phrases: ranges }
  })
}

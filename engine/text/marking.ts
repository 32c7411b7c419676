import type { Item } from '../item.ts'
import { fields, type Span } from '../spans.ts'
import { rootOf } from './stem.ts'
import { wordsOf } from './text.ts'

/** A span and its worth, which decides whether it is shown. */
export interface WeightedSpan extends Span {
  worth: number
}

const spansMax = 12
const wordsShown = 4

/** Words that are never marked alone, because everyone uses them. */
const functionWords = new Set(
  (
    "a an and are as at be but by can do does for from had has have he her his how i i'm i've if im in is it its ive " +
    "me my no not of on or our she so than that the their them they this to us was we we're were what when where who " +
    "why will with would you you're your"
  ).split(' '),
)
const functionWordsMost = 12

/**
 * Returns the spans of highest worth in reading order, without overlaps. Merges spans with only white space in between.
 */
export function markedSpans(item: Item, spans: readonly WeightedSpan[]): Span[] {
  const chosen: WeightedSpan[] = []
  for (const span of byWorth(spans)) {
    if (chosen.length === spansMax) break
    if (!isFunctionWord(textAt(item, span))) chosen.push(span)
  }
  const result: Span[] = []
  for (const { field, start, end } of chosen.sort(byPosition)) {
    const last = result.at(-1)
    const touches = last?.field === field && (item[field] ?? '').slice(last.end, start).trim() === ''
    if (last && touches) last.end = Math.max(last.end, end)
    else result.push({ field, start, end })
  }
  return result
}

/** Returns the first distinct words by worth, as the author wrote them, ignoring case and endings. */
export function quotedWords(item: Item, spans: readonly WeightedSpan[]): string {
  const quoted = new Set<string>()
  const quotes: string[] = []
  for (const span of byWorth(spans)) {
    if (quotes.length === wordsShown) break
    const written = textAt(item, span).replace(/\s+/g, ' ').trim()
    const stems = wordsOf(written).map(rootOf)
    const isNew = stems.length === 0 ? !quoted.has(written) : stems.some((word) => !quoted.has(word))
    if (!isNew || isFunctionWord(written)) continue
    for (const word of [written, ...stems]) quoted.add(word)
    quotes.push(`“${written}”`)
  }
  return quotes.join(', ')
}

function textAt(item: Item, { field, start, end }: Span): string {
  return (item[field] ?? '').slice(start, end)
}

/** Returns whether a text is just one or two everyday words. */
function isFunctionWord(text: string): boolean {
  if (text.length > functionWordsMost) return false
  const words = text.toLowerCase().replace('’', "'")
  const gap = words.indexOf(' ')
  if (gap < 0) return functionWords.has(words)
  return functionWords.has(words.slice(0, gap)) && functionWords.has(words.slice(gap + 1))
}

function byWorth(spans: readonly WeightedSpan[]): WeightedSpan[] {
  return spans.toSorted((a, b) => b.worth - a.worth)
}

function byPosition(a: Span, b: Span): number {
  return fields.indexOf(a.field) - fields.indexOf(b.field) || a.start - b.start
}

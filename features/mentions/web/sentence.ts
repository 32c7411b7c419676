import type { MentionContent } from '#engine/mentions/mention-content.ts'
import { type Mark, quoteMark } from '#platform/web/post/marks.ts'

/** A part of a sentence. */
export interface SentencePart {
  text: string
  /** Whether it is the name. */
  named: boolean
  /** Whether it shows the sentiment. */
  shown: boolean
}

type Quoted = Pick<MentionContent, 'sentence' | 'spans'>

/** Splits a sentence at the name and at the words that show the sentiment. */
export function sentenceParts({ sentence, spans: { phrases, shown } }: Quoted): SentencePart[] {
  const inside = [...phrases, ...shown].flat().filter((edge) => edge > 0 && edge < sentence.length)
  const edges = [...new Set([0, ...inside, sentence.length])].sort((a, b) => a - b)
  const covers = (ranges: readonly (readonly [number, number])[], at: number) =>
    ranges.some(([start, end]) => start <= at && at < end)
  return edges.slice(0, -1).map((start, index) => ({
    text: sentence.slice(start, edges[index + 1]),
    named: covers(phrases, start),
    shown: covers(shown, start),
  }))
}

/**
 * Returns the marks of the sentence in a text, with the name and the words that show the sentiment standing out. None
 * if the text has the sentence only in another form, such as with Markdown in it.
 */
export function sentenceMarks(text: string, quoted: Quoted): Mark[] {
  const whole = quoted.sentence.replace(/^…|…$/g, '')
  const from = whole === '' ? -1 : text.indexOf(whole)
  if (from < 0) return []
  let at = from - (quoted.sentence.startsWith('…') ? 1 : 0)
  return sentenceParts(quoted).flatMap(({ text: part, named, shown }) => {
    const [start, end] = [Math.max(at, from), Math.min(at + part.length, from + whole.length)]
    at += part.length
    return start < end ? [{ start, end, reasons: [quoteMark], earned: named || shown }] : []
  })
}

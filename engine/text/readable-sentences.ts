import type { PlainText } from './plain-text.ts'

/** A range of a text, in UTF-16 units. */
export type TextRange = readonly [start: number, end: number]

/** A sentence that is short enough to quote, and ranges of it. */
export interface CutSentence {
  text: string
  ranges: TextRange[]
}

export const sentenceMax = 300

/** Returns the ends of sentences in the plain text: after a stop before a space, and at line breaks of the original. */
export function sentenceEnds(source: string, { text, origins }: PlainText): number[] {
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
  const [from, to] = [origins[at - 1]! + 1, origins[at]!]
  // Most units follow each other in the original.
  return from === to ? source[to] === '\n' : source.slice(from, to + 1).includes('\n')
}

/** Returns where a sentence starts after the mark of a list item. */
export function afterBullet(text: string, from: number, to: number): number {
  return from + (/^[\s•*–—-]*/u.exec(text.slice(from, to))?.[0].length ?? 0)
}

/** Returns the sentence from `from` to `to`, cut around the first of these ranges of the text if it is long. */
export function cutSentence(text: string, from: number, to: number, ranges: readonly TextRange[]): CutSentence {
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
    ranges: inside.map((range) => [range[0] + shift, range[1] + shift]),
  }
}

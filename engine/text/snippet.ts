import type { Component } from '../score/component.ts'
import type { Snippet } from '../spans.ts'
import { type PlainText, plainText, plainTextRange } from './plain-text.ts'

const idealLength = 220
/** How far an edge may move to a word boundary. */
const edgeSlack = 24

/**
 * Returns an excerpt of the body as plain text around the words that earned most, cut at whole words, with those words
 * marked. Without spans in the body, it is the start of the body, after a repeated title. Without a body, it is empty.
 */
export function snippet(title: string, body: string, components: readonly Component[]): Snippet {
  const plain = plainText(body)
  const spans = earnedSpans(plain, components)
  const start =
    spans.length > 0 ? cutStart(plain.text, bestStart(spans, plain.text.length)) : opening(title, plain.text)
  const end = cutEnd(plain.text, Math.min(plain.text.length, start + idealLength))
  const lead = start > 0 ? '…' : ''
  const text = lead + plain.text.slice(start, end).trimEnd() + (end < plain.text.length ? '…' : '')
  const shift = lead.length - start
  const inside = spans.filter((span) => span.start >= start && span.end <= end)
  return { text, marks: merged(inside.map((span) => [span.start + shift, span.end + shift])) }
}

/** A range of the plain text and the points that it earned. */
interface Weighed {
  start: number
  end: number
  points: number
}

function earnedSpans(plain: PlainText, components: readonly Component[]): Weighed[] {
  return components
    .flatMap((component) => component.reasons)
    .filter((reason) => reason.points > 0)
    .flatMap((reason) =>
      reason.spans.flatMap(({ field, start, end }) => {
        const range = field === 'body' ? plainTextRange(plain, start, end) : null
        return range ? [{ start: range[0], end: range[1], points: reason.points / reason.spans.length }] : []
      }),
    )
    .sort((a, b) => a.start - b.start)
}

/** Returns where the text starts after a repeated title. */
function opening(title: string, text: string): number {
  const plainTitle = plainText(title).text
  return plainTitle !== '' && text.startsWith(plainTitle)
    ? text.length - text.slice(plainTitle.length).trimStart().length
    : 0
}

/** Returns the start of the excerpt with the most points, a little before its first marked word. */
function bestStart(spans: readonly Weighed[], length: number): number {
  let best = 0
  let bestPoints = 0
  let last = 0
  let points = 0
  for (let first = 0; first < spans.length; first++) {
    const limit = Math.max(0, spans[first]!.start - edgeSlack) + idealLength
    while (last < spans.length && spans[last]!.end <= limit) points += spans[last++]!.points
    if (points > bestPoints + 0.001) {
      bestPoints = points
      best = spans[first]!.start - edgeSlack
    }
    if (last > first) points -= spans[first]!.points
    else last = first + 1
  }
  // Near an edge of the text, the excerpt starts or ends at the edge, so that it has its full length.
  return best + edgeSlack < idealLength / 2 ? 0 : Math.max(0, Math.min(best, length - idealLength))
}

function cutStart(text: string, ideal: number): number {
  if (ideal === 0) return 0
  for (let at = ideal; at < ideal + edgeSlack; at++) if (text[at - 1] === ' ') return at
  return isLowSurrogate(text, ideal) ? ideal + 1 : ideal
}

function cutEnd(text: string, ideal: number): number {
  if (ideal === text.length) return ideal
  for (let at = ideal; at > ideal - edgeSlack; at--) if (text[at] === ' ') return at
  return isLowSurrogate(text, ideal) ? ideal - 1 : ideal
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code < 0xe000
}

function merged(marks: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

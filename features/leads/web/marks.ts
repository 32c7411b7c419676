import type { Component } from '#engine/score/component.ts'
import type { Span } from '#engine/spans.ts'

/** A part of a text with the reasons whose words it contains; `reasons` index `reasonsOf`. */
export interface Mark {
  start: number
  end: number
  reasons: readonly number[]
  /** False if the words cost points or earned hardly any. */
  earned: boolean
}

/** Stands for the words that the lead's sentence quotes, beside the indexes of reasons. */
export const quoteMark = -1

/** The points from which the words of a reason are always marked; marking all would cover the text. */
const markedFrom = 3

/** Returns all reasons of a lead, in the order in which they are listed. */
export function reasonsOf(components: readonly Component[]) {
  return components.flatMap((component) => component.reasons)
}

/** Returns the marks of one field in the order of the text, without overlaps. */
export function marksOf(components: readonly Component[], field: Span['field'], quote: Span | null = null): Mark[] {
  const marked = reasonsOf(components).flatMap((reason, index) =>
    reason.spans.map((span) => ({ ...span, index, earned: reason.points >= markedFrom })),
  )
  if (quote) marked.push({ ...quote, index: quoteMark, earned: false })
  const spans = marked.filter((span) => span.field === field && span.start < span.end)
  const edges = [...new Set(spans.flatMap((span) => [span.start, span.end]))].sort((a, b) => a - b)
  const starting = spans.toSorted((a, b) => a.start - b.start)
  const marks: Mark[] = []
  let open: typeof spans = []
  let next = 0
  for (let i = 0; i + 1 < edges.length; i++) {
    const start = edges[i]!
    while (next < starting.length && starting[next]!.start <= start) open.push(starting[next++]!)
    open = open.filter((span) => span.end > start)
    if (open.length === 0) continue
    const reasons = [...new Set(open.map((span) => span.index))].sort((a, b) => a - b)
    marks.push({ start, end: edges[i + 1]!, reasons, earned: open.some((span) => span.earned) })
  }
  return marks
}

export interface TextSegment {
  text: string
  mark: Mark | null
}

/** Splits a text at its marks. Marks beyond its ends are left out. */
export function segmentsOf(text: string, marks: readonly Mark[], offset = 0): TextSegment[] {
  const result: TextSegment[] = []
  let at = 0
  for (const mark of marks) {
    const start = Math.max(at, mark.start - offset)
    const end = Math.min(text.length, mark.end - offset)
    if (end <= start) continue
    if (start > at) result.push({ text: text.slice(at, start), mark: null })
    result.push({ text: text.slice(start, end), mark })
    at = end
  }
  if (at < text.length) result.push({ text: text.slice(at), mark: null })
  return result
}

import type { Component } from '#engine/score/component.ts'
import type { Span } from '#engine/spans.ts'
import { type Mark, quoteMark } from '#platform/web/post/marks.ts'

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

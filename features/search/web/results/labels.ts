import type { Span } from '#engine/spans.ts'
import type { OpportunityState } from '#features/leads/contract.ts'
import type { Mark } from '#platform/web/post/marks.ts'

/** Where a match is that is a lead already. */
export const leadNames: Record<OpportunityState, string> = {
  new: 'In opportunities',
  replied: 'Replied',
  rejected: 'Rejected',
}

/** Returns the marks of a field in reading order, with overlapping spans joined. */
export function marksIn(spans: readonly Span[], field: Span['field']): Mark[] {
  const marks: Mark[] = []
  for (const span of spans.filter((each) => each.field === field).sort((a, b) => a.start - b.start)) {
    const last = marks.at(-1)
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end)
    else marks.push(markOf(span.start, span.end))
  }
  return marks
}

/** Returns a mark that is always shown. */
export function markOf(start: number, end: number): Mark {
  return { start, end, reasons: [], earned: true }
}

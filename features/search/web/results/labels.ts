import type { Span } from '#engine/spans.ts'
import type { OpportunityState } from '#features/leads/contract.ts'
import type { Post } from '#features/posts/contract.ts'

/** Where a match is that is a lead already. */
export const leadNames: Record<OpportunityState, string> = {
  new: 'In opportunities',
  replied: 'Replied',
  rejected: 'Rejected',
}

/** Returns the name of a post: its title, or a substitute, since its link needs a name. */
export function nameOf({ title, kind, author }: Pick<Post, 'title' | 'kind' | 'author'>): string {
  if (title.trim() !== '') return title
  const noun = kind === 'comment' ? 'Comment' : 'Untitled post'
  return author === null ? noun : `${noun} by u/${author}`
}

/** Returns the spans of a field in reading order, with overlapping ones joined. */
export function marksIn(spans: readonly Span[], field: Span['field']): [number, number][] {
  const marks: [number, number][] = []
  for (const span of spans.filter((each) => each.field === field).sort((a, b) => a.start - b.start)) {
    const last = marks.at(-1)
    if (last && span.start < last[1]) last[1] = Math.max(last[1], span.end)
    else marks.push([span.start, span.end])
  }
  return marks
}

import { mainReason } from '#engine/rules/main-reason.ts'
import { type Component, leastLabel } from '#engine/score/component.ts'
import type { Scored } from '#engine/score/score.ts'
import { snippet } from '#engine/text/snippet.ts'
import type { SampleHit } from '#features/projects/contract.ts'
import type { SharedItem } from '../posts/sample-shared.ts'

export function isLead({ label }: Pick<Scored, 'label'>): boolean {
  return label >= leastLabel
}

/** Returns a stored post that a project would match, for display in a preview. */
export function presentHit(hit: SharedItem & Scored): SampleHit {
  const { item, permalink, components } = hit
  const { title, kind, subreddit, body, postedAt } = item
  return {
    ...{ isLead: isLead(hit), score: hit.score, reason: mainReason(components)?.text ?? null },
    ...{ title, kind, subreddit, permalink },
    postedAt: postedAt === null ? null : new Date(postedAt).toISOString(),
    titleMarks: titleMarks(components),
    snippet: snippet(title, body, components),
  }
}

/** Returns the spans in the title that earned points, in order and without overlaps. */
function titleMarks(components: readonly Component[]): [number, number][] {
  const spans = components
    .flatMap(({ reasons }) => reasons.filter(({ points }) => points > 0).flatMap((reason) => reason.spans))
    .filter(({ field }) => field === 'title')
    .sort((a, b) => a.start - b.start)
  const marks: [number, number][] = []
  for (const { start, end } of spans) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

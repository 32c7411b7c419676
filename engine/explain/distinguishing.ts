import type { Component, Reason } from '../score/component.ts'

/** How many reasons are shown, and the points by which one must differ from what is usual. */
const most = 3
const leastDifference = 2

/**
 * Returns the reasons, at most three, that set a lead apart from a project's other leads: those whose points differ the
 * most from the typical points of their kind, whether they speak for the lead or against it. A reason counts as for it
 * only if it has more points than usual, and as against it only if it has fewer. Reasons without a kind, and the small
 * ones together, set nothing apart.
 */
export function distinguishing(components: readonly Component[], others: readonly (readonly Component[])[]): Reason[] {
  const typical = typicalPoints(others)
  return reasonsOf(components)
    .map((reason) => ({ reason, difference: reason.points - (typical.get(reason.kind!) ?? 0) }))
    .filter(({ reason, difference }) => difference * Math.sign(reason.points) >= leastDifference)
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, most)
    .map(({ reason }) => reason)
}

/** Returns the median points of each kind of reason; a lead without the reason counts as 0. */
function typicalPoints(leads: readonly (readonly Component[])[]): Map<string, number> {
  const byKind = new Map<string, number[]>()
  for (const lead of leads) {
    for (const { kind, points } of reasonsOf(lead)) {
      const list = byKind.get(kind!)
      if (list) list.push(points)
      else byKind.set(kind!, [points])
    }
  }
  return new Map([...byKind].map(([kind, points]) => [kind, medianOf(points, leads.length)]))
}

function reasonsOf(components: readonly Component[]): Reason[] {
  return components.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind !== undefined && kind !== 'rest'))
}

/** Returns the lower median of some numbers and as many zeros as `count` needs. */
function medianOf(points: readonly number[], count: number): number {
  const all = [...points, ...Array.from({ length: Math.max(0, count - points.length) }, () => 0)]
  return all.sort((a, b) => a - b)[Math.floor((all.length - 1) / 2)]!
}

import type { Candidate, CandidateFinder } from '../candidates/candidates.ts'

/**
 * Combines a large finder with a small one that has recent changes (DESIGN 4: phrases change without a full rebuild).
 * For a changed project, only `recent` counts. It lacks projects that are no longer active. Both hold their projects in
 * ascending order of their ids.
 */
export function overlaid(
  base: CandidateFinder,
  changed: { has(projectId: string): boolean },
  recent: CandidateFinder,
): CandidateFinder {
  return {
    size: base.size + recent.size,
    find(item, { after, limit = Number.POSITIVE_INFINITY, except, now } = {}) {
      const unchanged = except ? { has: (id: string) => changed.has(id) || except.has(id) } : changed
      const found = base.find(item, { after, limit, except: unchanged, now })
      return merged(found, recent.find(item, { after, limit, except, now }), limit)
    },
  }
}

/** Returns the first `limit` candidates of both, in ascending order. */
function merged(left: readonly Candidate[], right: readonly Candidate[], limit: number): Candidate[] {
  const all: Candidate[] = []
  for (let l = 0, r = 0; all.length < limit && (l < left.length || r < right.length); ) {
    const takeLeft = r >= right.length || (l < left.length && left[l]!.projectId < right[r]!.projectId)
    all.push(takeLeft ? left[l++]! : right[r++]!)
  }
  return all
}

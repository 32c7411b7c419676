import type { Change, EventKind } from '../../../contract/events.ts'

/** The most rows of one kind that a message names. Beyond that it only says that many changed. */
const singlesMax = 50

/**
 * Merges events into one message: each change once, in the order in which its kind first appears. A change of many rows
 * is listed without an id; too many single rows are merged into one such entry.
 */
export function mergeChanges(events: readonly Change[]): Change[] {
  const kinds = new Map<EventKind, Set<string | null>>()
  for (const { kind, id } of events) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id))
  return [...kinds].flatMap(([kind, ids]) => {
    const singles = [...ids].filter((id) => id !== null)
    const listed = singles.length > singlesMax ? [null] : ids.has(null) ? [...singles, null] : singles
    return listed.map((id) => ({ kind, id }))
  })
}

import type { Change, EventKind } from '../../../contract/events.ts'

/** From so many rows of one kind on, a message says only that many changed. */
const singlesMax = 50

/**
 * Several events as one message: each change once, in the order of the first of its kind. Where something changed that
 * is not about a single row, its kind is also named without one; where too many rows did, only so.
 */
export function mergeChanges(events: readonly Change[]): Change[] {
  const kinds = new Map<EventKind, Set<string | null>>()
  for (const { kind, id } of events) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id))
  return [...kinds].flatMap(([kind, ids]) => {
    const singles = [...ids].filter((id) => id !== null)
    const told = singles.length > singlesMax ? [null] : ids.has(null) ? [...singles, null] : singles
    return told.map((id) => ({ kind, id }))
  })
}

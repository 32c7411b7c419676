import type { Change, EventKind } from '@earshot/contract/events'

/** From so many rows of one kind on, a message says only that many changed. */
const singlesMax = 50

/**
 * Several events as one message: each change once, in the order of its first event. Where something changed that is
 * not about a single row, or too many rows did, their kind is named without them.
 */
export function gather(events: readonly Change[]): Change[] {
  const kinds = new Map<EventKind, Set<string> | null>()
  for (const { kind, id } of events) {
    const known = kinds.get(kind)
    if (known === null) continue
    if (id === null || (known && known.size === singlesMax && !known.has(id))) kinds.set(kind, null)
    else kinds.set(kind, (known ?? new Set()).add(id))
  }
  return [...kinds].flatMap(([kind, ids]) => [...(ids ?? [null])].map((id) => ({ kind, id })))
}

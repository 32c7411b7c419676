/** The first keys of a sequence, and when the last of them was pressed. */
export interface Pending {
  strokes: readonly string[]
  /** Milliseconds of any clock that only goes forward. */
  at: number
}

interface Pressed<Binding> {
  pending: Pending | null
  /** What the keys stand for, if they are complete. */
  hit: Binding | null
  /** Whether the key belongs to a command or to a sequence, so that it means nothing else. */
  taken: boolean
}

/** How long a sequence waits for its next key. */
const patience = 1_500

/**
 * One more key: what it completes, begins or ends. A key that ends a sequence without completing it does nothing else:
 * who mistypes `g o` does not want `r` alone to mark a lead as replied. The first binding of the same keys counts.
 */
export function advanceSequence<Binding extends { keys: string }>(
  pending: Pending | null,
  stroke: string,
  bindings: readonly Binding[],
  now: number,
): Pressed<Binding> {
  const alone = pending === null || now - pending.at > patience || stroke.startsWith('mod+')
  const strokes = alone ? [stroke] : [...pending.strokes, stroke]
  const keys = strokes.join(' ')
  const hit = bindings.find((binding) => binding.keys === keys)
  if (hit) return { pending: null, hit, taken: true }
  if (bindings.some((binding) => binding.keys.startsWith(`${keys} `)))
    return { pending: { strokes, at: now }, hit: null, taken: true }
  return { pending: null, hit: null, taken: !alone }
}

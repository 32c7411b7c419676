/** The first keys of a sequence, with the time of the last press. */
export interface Pending {
  strokes: readonly string[]
  /** Milliseconds on a monotonic clock. */
  at: number
}

interface Pressed<Binding> {
  pending: Pending | null
  /** The binding whose keys are complete. */
  hit: Binding | null
  /** Whether a command or sequence consumes the key. */
  isConsumed: boolean
}

/** The maximum time in ms between two keys of a sequence. */
const patience = 1_500

/**
 * Advances a sequence by one key: completes, begins or ends it. A key that ends a sequence without completing it does
 * nothing else: after a mistyped `g o`, `r` must not mark a lead as replied. The first binding of the same keys wins.
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
  if (hit) return { pending: null, hit, isConsumed: true }
  if (bindings.some((binding) => binding.keys.startsWith(`${keys} `)))
    return { pending: { strokes, at: now }, hit: null, isConsumed: true }
  return { pending: null, hit: null, isConsumed: !alone }
}

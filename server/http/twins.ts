/** A write by a person's session; the key says what it is, or is null where doing it twice is meant or does no harm. */
export interface Submission {
  session: string
  key: string | null
}

/** Does some work, unless a session has just asked for the same: then that is what it is answered, good or bad. */
export type Once = (submission: Submission, work: () => Promise<unknown>) => Promise<unknown>

/** Two clicks of a nervous finger, or a browser that tries again, lie closer together. */
const twinMs = 1000

/**
 * A form that is sent twice is meant once. Only the last write of a session counts: who does something else in between,
 * such as taking back what was made, means it. Of one process alone: where several answer, the unique keys of the
 * tables are what is left.
 */
export function openTwins(now: () => Date): Once {
  const last = new Map<string, { key: string; until: number; outcome: Promise<unknown> }>()
  return ({ session, key }, work) => {
    const at = now().getTime()
    for (const [other, { until }] of last) {
      if (until > at) break
      last.delete(other)
    }
    const twin = last.get(session)
    if (twin && twin.key === key) return twin.outcome
    last.delete(session)
    const outcome = work()
    if (key === null) return outcome
    const entry = { key, until: at + twinMs, outcome }
    last.set(session, entry)
    // What failed may be tried again at once, by whoever has seen it fail.
    outcome.catch(() => last.get(session) === entry && last.delete(session))
    return outcome
  }
}

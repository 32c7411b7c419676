/** After this long without a success, despite attempts, a source needs a person. */
const lostMs = 15 * 60_000

interface SourceFacts {
  /** The current problem; null if there is none. */
  error: string | null
  lastSuccessAt: Date | null
  /** When its failures began. */
  failedAt: Date | null
}

/** Returns the state of a source: trying while an error is retried, failing once it has lasted too long. */
export function sourceState({ error, ...times }: SourceFacts, now: number): 'well' | 'trying' | 'failing' {
  if (error === null) return 'well'
  return now - failingSince(times) > lostMs ? 'failing' : 'trying'
}

/** A source that is polled rarely may be fine long after its last success, so the first failure counts. */
function failingSince({ lastSuccessAt, failedAt }: Omit<SourceFacts, 'error'>): number {
  return Math.max(lastSuccessAt?.getTime() ?? 0, failedAt?.getTime() ?? 0)
}

import { type Claim, leaveSubmission, takeSubmission, twinMs } from '#features/accounts/server/submissions.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'

/** A write by a person's session; the key says what it is, or is null where doing it twice is meant or does no harm. */
export interface Submission {
  session: string
  key: string | null
}

/** Does some work, unless a session has just asked for the same: then that is what it is answered, good or bad. */
export type Once = (submission: Submission, work: () => Promise<unknown>) => Promise<unknown>

/** What other web processes know of a session's last form. */
export interface Claims {
  /** False where another process was just asked for the same. */
  take(claim: Claim): Promise<boolean>
  /** Forgets what the session asked for. */
  leave(session: string): Promise<void>
}

export function claimsOf(ctx: Ctx): Claims {
  return { take: (claim) => takeSubmission(ctx, claim), leave: (session) => leaveSubmission(ctx, session) }
}

/**
 * A form that is sent twice is meant once. Only the last write of a session counts: who does something else in between,
 * such as taking back what was made, means it. The second of two that come to one process is answered as the first; where
 * they come to two, it is told that the first is done.
 */
export function openTwins(now: () => Date, claims: Claims): Once {
  const last = new Map<string, { key: string; until: number; outcome: Promise<unknown> }>()

  async function claimed(claim: Claim, work: () => Promise<unknown>): Promise<unknown> {
    if (!(await claims.take(claim))) {
      throw new ApiError('ConflictError', 'This was sent twice within a moment, and is done once')
    }
    try {
      return await work()
    } catch (error) {
      await claims.leave(claim.session)
      throw error
    }
  }

  return async ({ session, key }, work) => {
    const at = now().getTime()
    for (const [other, { until }] of last) {
      if (until > at) break
      last.delete(other)
    }
    const twin = last.get(session)
    if (twin && twin.key === key) return twin.outcome
    last.delete(session)
    if (key === null) {
      if (twin) await claims.leave(session)
      return work()
    }
    const outcome = claimed({ session, key }, work)
    const entry = { key, until: at + twinMs, outcome }
    last.set(session, entry)
    // What failed may be tried again at once, by whoever has seen it fail.
    outcome.catch(() => last.get(session) === entry && last.delete(session))
    return outcome
  }
}

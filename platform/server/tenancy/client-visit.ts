import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../database/database.ts'
import { roleIn } from '../permissions/rights.ts'
import { member } from './tables.ts'

/** How long after a visit the next one is recorded, in ms. */
const recordedMs = 3_600_000

/**
 * Records that a client uses a project, at most once an hour. Does nothing for other members, API tokens, and admins
 * who act as one.
 */
export async function recordClientVisit(ctx: Ctx, projectId: string): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null || actor.acting) return
  if (roleIn(ctx, projectId) !== 'client') return
  const now = ctx.now()
  const isOld = or(isNull(member.seenAt), lt(member.seenAt, new Date(now.getTime() - recordedMs)))
  await transaction(ctx, (tx) =>
    tx
      .update(member)
      .set({ seenAt: now })
      .where(and(eq(member.projectId, projectId), eq(member.userId, actor.userId), isOld)),
  )
}

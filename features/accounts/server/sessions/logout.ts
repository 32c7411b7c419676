import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { endActing } from '../acting/acting.ts'
import { closeSessions } from './sessions.ts'

/** Ends the caller's session, if any. An internal admin who acts as a user signs out of their own. */
export async function logout(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null) return
  const { sessionId, acting } = actor
  const userId = acting?.admin.id ?? actor.userId
  if (acting) await endActing(ctx)
  await transaction(ctx, (tx) => closeSessions(ctx, tx, userId, { only: sessionId }))
}

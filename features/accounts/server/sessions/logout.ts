import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { closeSessions } from './sessions.ts'

/** Ends the caller's session, if any. */
export async function logout(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null) return
  const { userId, sessionId } = actor
  await transaction(ctx, (tx) => closeSessions(ctx, tx, userId, { only: sessionId }))
}

import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { closeSession } from './sessions.ts'

/** Ends the caller's session; nothing to do for somebody who has none. */
export async function logout(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind === 'user') await transaction(ctx, (tx) => closeSession(ctx, tx, actor.sessionId))
}

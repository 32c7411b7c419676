import { and, asc, eq, lt, lte, or } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { unseal } from '#platform/server/seal.ts'
import type { RedditService } from '#platform/server/services.ts'
import { revokeToken } from '../api/oauth.ts'
import { ok } from '../api/outcome.ts'
import { redditLeaving } from '../tables.ts'

/** The number of failures after which only the account's owner can revoke the grant, on Reddit. */
const failuresMost = 30
/** How long tokens of an app that is no longer configured are kept, in case it returns. */
const keptMs = 30 * 24 * 3_600_000

/** Revokes the grants of disconnected accounts at Reddit, as far as they are due. */
export async function revokeTokens(ctx: Ctx): Promise<void> {
  const longAgo = new Date(ctx.now().getTime() - keptMs)
  await transaction(ctx, (tx) => tx.delete(redditLeaving).where(lt(redditLeaving.retryAt, longAgo)))
  const { reddit } = ctx
  if (!reddit) return
  while (await revokeNext(ctx, reddit)) if (ctx.stopping.aborted) return
}

/** Revokes one due grant. Returns false if none is due. */
function revokeNext(ctx: Ctx, { app, exchange }: RedditService): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const now = ctx.now()
    // New rows are due at once, even if the database's clock differs.
    const isDue = or(eq(redditLeaving.failures, 0), lte(redditLeaving.retryAt, now))
    const [row] = await tx
      .select()
      .from(redditLeaving)
      .where(and(eq(redditLeaving.clientId, app.clientId), isDue))
      .orderBy(asc(redditLeaving.retryAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row) return false
    const { id, failures } = row
    const token = unseal(ctx, 'reddit refresh', row.refreshSealed)
    // A token whose secret is gone can't be revoked here any more.
    const outcome =
      token === null ? ok(null) : await revokeToken(app, exchange, token, { now: now.getTime(), failures })
    const own = eq(redditLeaving.id, id)
    if (outcome.state === 'later' && failures < failuresMost) {
      const again = { failures: failures + 1, retryAt: new Date(outcome.at) }
      await tx.update(redditLeaving).set(again).where(own)
    } else {
      await tx.delete(redditLeaving).where(own)
    }
    return true
  })
}

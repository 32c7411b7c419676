import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Realm } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { RedditService } from '#platform/server/services.ts'
import type { RedditApi } from '../api/api.ts'
import { type RedditUser, readMe } from '../api/people.ts'
import { redditAccount } from '../tables.ts'
import { redditApiOf } from './open.ts'
import { failedPromotions, promotionColumns, readPromotions } from './promotions.ts'

type Account = Pick<typeof redditAccount.$inferSelect, 'projectId' | 'id' | 'subject'>

/** Per run: with an hourly upkeep, 480 accounts a day can each be checked once. */
const accountsMost = 20
export const standingFreshMs = 24 * 3_600_000
/** The delay after a failed request, so that it doesn't block other accounts. */
export const standingAgainMs = 3_600_000

/**
 * Requests the karma, age and suspension of due accounts from Reddit, and what their last posts and comments promote,
 * each with its own token.
 */
export async function refreshStandings(ctx: Ctx): Promise<void> {
  const { reddit } = ctx
  if (!reddit) return
  for (const account of await takeDue(ctx, reddit)) {
    if (ctx.stopping.aborted) return
    const api = redditApiOf(ctx, account)
    if (api) await refreshStanding(ctx, api, account)
  }
}

/** Makes a project's accounts due, because one of them has just posted. The next upkeep then reads them. */
export async function refreshStandingsSoon(ctx: Ctx, tx: Transaction, projectId: string, realm: Realm): Promise<void> {
  await tx
    .update(redditAccount)
    .set({ standingDueAt: ctx.now() })
    .where(
      and(eq(redditAccount.projectId, projectId), eq(redditAccount.realm, realm), eq(redditAccount.state, 'connected')),
    )
}

/** Claims the accounts that waited longest. They are due again in an hour, whatever the result. */
function takeDue(ctx: Ctx, { app }: RedditService): Promise<Account[]> {
  const now = ctx.now()
  const { projectId, id, subject, clientId, state, standingDueAt } = redditAccount
  return transaction(ctx, async (tx) => {
    const due = await tx
      .select({ id })
      .from(redditAccount)
      .where(
        and(eq(clientId, app.clientId), eq(state, 'connected'), or(isNull(standingDueAt), lte(standingDueAt, now))),
      )
      .orderBy(sql`${standingDueAt} asc nulls first`, asc(id))
      .limit(accountsMost)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    const ids = due.map((row) => row.id)
    const again = { standingDueAt: new Date(now.getTime() + standingAgainMs) }
    return tx.update(redditAccount).set(again).where(inArray(id, ids)).returning({ projectId, id, subject })
  })
}

async function refreshStanding(ctx: Ctx, api: RedditApi, account: Account): Promise<void> {
  const asking = { purpose: 'recheck' } as const
  const me = await readMe(api, asking)
  if (me.state !== 'ok') return change(ctx, account, failedPromotions())
  const user = me.value
  const now = ctx.now()
  const standingDueAt = new Date(now.getTime() + standingFreshMs)
  // Reddit reports neither id nor karma of a suspended account, so the earlier values stay.
  if (user.isSuspended) {
    const suspendedAt = sql`coalesce(${redditAccount.suspendedAt}, ${now.toISOString()})`
    return change(ctx, account, { suspendedAt, standingDueAt })
  }
  if (user.id !== account.subject) return
  const standing = { ...standingOf(user), standingAt: now, suspendedAt: null }
  const read = await readPromotions(ctx, api, { projectId: account.projectId, user }, asking)
  await change(ctx, account, {
    ...standing,
    ...(read.state === 'ok' ? promotionColumns(ctx, read.value) : failedPromotions()),
    // Otherwise it stays due in an hour.
    ...(read.state !== 'later' && { standingDueAt }),
  })
}

async function change(
  ctx: Ctx,
  { projectId, id }: Account,
  changes: PgUpdateSetSource<typeof redditAccount>,
): Promise<void> {
  await transaction(ctx, (tx) =>
    tx
      .update(redditAccount)
      .set(changes)
      .where(and(eq(redditAccount.projectId, projectId), eq(redditAccount.id, id))),
  )
}

/** Returns the stored part of an account's standing. */
export function standingOf({ linkKarma, commentKarma, createdAt }: RedditUser) {
  return {
    karma: linkKarma === null || commentKarma === null ? null : linkKarma + commentKarma,
    joinedAt: createdAt === null ? null : new Date(createdAt),
  }
}

import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { RedditService } from '#platform/server/services.ts'
import { type RedditUser, readMe } from '../api/people.ts'
import { redditAccount } from '../tables.ts'
import { redditApiOf } from './open.ts'

type Account = Pick<typeof redditAccount.$inferSelect, 'projectId' | 'id' | 'subject'>

/** Per run: with an hourly upkeep, 480 accounts a day can each be checked once. */
const accountsMost = 20
export const standingFreshMs = 24 * 3_600_000
/** The delay after a failed request, so that it doesn't block other accounts. */
const againMs = 3_600_000

/** Requests the karma, age and suspension of due accounts from Reddit, each with its own token. */
export async function refreshStandings(ctx: Ctx): Promise<void> {
  const { reddit } = ctx
  if (!reddit) return
  for (const account of await takeDue(ctx, reddit)) {
    if (ctx.stopping.aborted) return
    const api = redditApiOf(ctx, account)
    const me = api && (await readMe(api, { purpose: 'recheck' }))
    if (me?.state === 'ok') await recordStanding(ctx, account, me.value)
  }
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
    const again = { standingDueAt: new Date(now.getTime() + againMs) }
    return tx.update(redditAccount).set(again).where(inArray(id, ids)).returning({ projectId, id, subject })
  })
}

async function recordStanding(ctx: Ctx, { projectId, id, subject }: Account, user: RedditUser): Promise<void> {
  // Reddit reports neither id nor karma of a suspended account, so the earlier values stay.
  if (!user.isSuspended && user.id !== subject) return
  const now = ctx.now()
  const changes = user.isSuspended
    ? { suspendedAt: sql`coalesce(${redditAccount.suspendedAt}, ${now.toISOString()})` }
    : { ...standingOf(user), standingAt: now, suspendedAt: null }
  await transaction(ctx, (tx) =>
    tx
      .update(redditAccount)
      .set({ ...changes, standingDueAt: new Date(now.getTime() + standingFreshMs) })
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

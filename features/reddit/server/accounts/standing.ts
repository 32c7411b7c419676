import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { RedditService } from '#platform/server/services.ts'
import { type RedditUser, readMe } from '../api/people.ts'
import { redditAccount } from '../tables.ts'
import { redditApiOf } from './open.ts'

type Account = Pick<typeof redditAccount.$inferSelect, 'projectId' | 'id' | 'subject'>

/** Of one run: with an hourly upkeep 480 accounts are looked at in a day, each once. */
const accountsMost = 20
export const standingFreshMs = 24 * 3_600_000
/** What could not be had is tried again so much later, so that it stands in nobody's way. */
const againMs = 3_600_000

/** Asks Reddit how the accounts that are due stand there, each with its own token: karma, age, and whether it is suspended. */
export async function refreshStandings(ctx: Ctx): Promise<void> {
  const { reddit } = ctx
  if (!reddit) return
  for (const account of await takeDue(ctx, reddit)) {
    if (ctx.stopping.aborted) return
    const api = redditApiOf(ctx, account)
    const me = api && (await readMe(api, { purpose: 'recheck' }))
    if (me?.state === 'ok') await noteStanding(ctx, account, me.value)
  }
}

/** Those that waited longest; taken, they are due again in an hour, whatever becomes of it. */
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

async function noteStanding(ctx: Ctx, { projectId, id, subject }: Account, user: RedditUser): Promise<void> {
  // Of one that is suspended Reddit tells neither id nor karma: what was known stays.
  if (!user.isSuspended && user.id !== subject) return
  const now = ctx.now()
  const told = user.isSuspended
    ? { suspendedAt: sql`coalesce(${redditAccount.suspendedAt}, ${now.toISOString()})` }
    : { ...standingOf(user), standingAt: now, suspendedAt: null }
  await transaction(ctx, (tx) =>
    tx
      .update(redditAccount)
      .set({ ...told, standingDueAt: new Date(now.getTime() + standingFreshMs) })
      .where(and(eq(redditAccount.projectId, projectId), eq(redditAccount.id, id))),
  )
}

/** What is kept of how an account stands on Reddit. */
export function standingOf({ linkKarma, commentKarma, createdAt }: RedditUser) {
  return {
    karma: linkKarma === null || commentKarma === null ? null : linkKarma + commentKarma,
    joinedAt: createdAt === null ? null : new Date(createdAt),
  }
}

import { sql } from 'drizzle-orm'
import { type ReplyCheckStep, replyCheckLateMostMs, replyCheckRetryAt } from '#engine/replies/reply-checks.ts'
import type { Realm } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { CommentLook } from '../api/comments.ts'

/** A check of a reply that is due. */
export interface DueCheck {
  projectId: string
  opportunityId: string
  step: ReplyCheckStep
  commentId: string
  failures: number
  /** Since when Reddit leaves the comment out. */
  missedAt: Date | null
}

/** The lease of a worker on the checks that it makes. */
const leaseMs = 3 * 60_000
/** When Reddit is asked once more about a comment that it left out. */
const missedAgainMs = 5 * 60_000
/** When a check is repeated that only our own rate limit delayed. */
const ownTurnMs = 60_000

/** Leases checks of a realm that are due, the longest waiting first. No two workers get the same one. */
export async function leaseDueChecks(ctx: Ctx, tx: Transaction, realm: Realm, most: number): Promise<DueCheck[]> {
  const now = ctx.now()
  const { rows } = await tx.execute<Record<keyof DueCheck, string> & { failures: number; missedAt: string | null }>(sql`
    with due as (
      select project_id, opportunity_id, step from reply_check
      where realm = ${realm} and next_at <= ${now.toISOString()}
      order by next_at limit ${most} for update skip locked
    )
    update reply_check c set next_at = ${new Date(now.getTime() + leaseMs).toISOString()}
    from due d where (c.project_id, c.opportunity_id, c.step) = (d.project_id, d.opportunity_id, d.step)
    returning c.project_id as "projectId", c.opportunity_id as "opportunityId", c.step, c.comment_id as "commentId",
      c.failures, c.missed_at as "missedAt"`)
  return rows.map((row) => ({
    ...row,
    step: row.step as DueCheck['step'],
    missedAt: row.missedAt === null ? null : new Date(row.missedAt),
  }))
}

/** A check that still waits for the same comment: its reply may have been changed meanwhile. */
function isWaiting({ projectId, opportunityId, step, commentId }: DueCheck) {
  return sql`project_id = ${projectId} and opportunity_id = ${opportunityId} and step = ${step}
    and comment_id = ${commentId} and state = 'waiting'`
}

/** Stores what Reddit shows of a reply, at most once, and tells open screens. Returns whether it stored it. */
export async function recordLook(ctx: Ctx, tx: Transaction, check: DueCheck, look: CommentLook): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update reply_check set state = ${look.state}, removed_by = ${look.removedBy}, votes = ${look.votes}, trouble = null,
      next_at = null, checked_at = ${ctx.now().toISOString()}
    where ${isWaiting(check)}`)
  if (rowCount) await announce(ctx, tx, 'opportunities', [check.projectId], check.opportunityId)
  return Boolean(rowCount)
}

/** Asks once more soon about a comment that Reddit left out. */
export async function waitForMissing(ctx: Ctx, tx: Transaction, check: DueCheck): Promise<void> {
  const now = ctx.now()
  await tx.execute(sql`
    update reply_check set missed_at = ${now.toISOString()}, trouble = null,
      next_at = ${new Date(now.getTime() + missedAgainMs).toISOString()}
    where ${isWaiting(check)}`)
}

/**
 * Repeats a check later and says why; after many failures it stays unchecked. `trouble` is null if only our own rate
 * limit delays it, which is no failure.
 */
export async function repeatLater(ctx: Ctx, tx: Transaction, check: DueCheck, trouble: string | null): Promise<void> {
  const now = ctx.now().getTime()
  const failures = check.failures + (trouble === null ? 0 : 1)
  const nextAt = trouble === null ? now + ownTurnMs : replyCheckRetryAt(failures, now)
  const { rowCount } = await tx.execute(sql`
    update reply_check set failures = ${failures}, trouble = coalesce(${trouble}, trouble),
      state = ${nextAt === null ? 'notChecked' : 'waiting'},
      next_at = ${nextAt === null ? null : new Date(nextAt).toISOString()}::timestamptz
    where ${isWaiting(check)}`)
  // Only the first failure and the end change what screens show.
  if (rowCount && (nextAt === null || failures === 1)) {
    await announce(ctx, tx, 'opportunities', [check.projectId], check.opportunityId)
  }
}

/** Gives up checks that have waited for so long that their result would say little, such as without Reddit's API. */
export async function giveUpLate(ctx: Ctx, tx: Transaction): Promise<void> {
  const before = new Date(ctx.now().getTime() - replyCheckLateMostMs).toISOString()
  await tx.execute(sql`
    update reply_check set state = 'notChecked', next_at = null,
      trouble = coalesce(trouble, 'Reddit couldn''t be asked for a week')
    where next_at is not null and due_at <= ${before}`)
}

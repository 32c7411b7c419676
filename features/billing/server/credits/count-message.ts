import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { billingPath } from '#engine/rules/access.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { messageCount } from '../tables.ts'
import { termsOf } from './terms.ts'

/** Returns today in a project's time zone (DECISIONS 21), and when it ends. */
async function todayOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<ReturnType<typeof dayIn>> {
  const [row] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return dayIn(row.timeZone, ctx.now())
}

/** The first messages that a project's plan allows today. Null: no limit. */
export interface MessageAllowance {
  limit: number | null
  used: number
  renewsAt: Date
}

/** Returns how many direct messages a project's plan allows today, and how many of them are used. */
export async function messageAllowance(ctx: Ctx, tx: Transaction, projectId: string): Promise<MessageAllowance> {
  const { quota } = await termsOf(ctx, tx, projectId)
  const { day, ends } = await todayOf(ctx, tx, projectId)
  const [row] = await tx
    .select({ sent: messageCount.sent })
    .from(messageCount)
    .where(and(eq(messageCount.projectId, projectId), eq(messageCount.day, day)))
  return { limit: quota ? quota.dailyDMs : null, used: row?.sent ?? 0, renewsAt: ends }
}

/**
 * Counts a direct message in the caller's transaction, so that a rollback uncounts it. Returns the day that it counts
 * for. Throws ConflictError if the plan allows no more today.
 */
export async function countMessage(ctx: Ctx, tx: Transaction, { projectId }: { projectId: string }): Promise<string> {
  const { quota } = await termsOf(ctx, tx, projectId)
  const { day, ends } = await todayOf(ctx, tx, projectId)
  const limit = quota?.dailyDMs ?? null
  const counted =
    limit === 0
      ? []
      : await tx
          .insert(messageCount)
          .values({ projectId, day, sent: 1 })
          .onConflictDoUpdate({
            target: [messageCount.projectId, messageCount.day],
            set: { sent: sql`${messageCount.sent} + 1` },
            ...(limit !== null && { setWhere: lt(messageCount.sent, limit) }),
          })
          .returning({ sent: messageCount.sent })
  if (counted.length === 0) throw overLimit(limit ?? 0, ends)
  await announce(ctx, tx, 'billing', [projectId])
  return day
}

/** Takes back the count of a message that was not sent. */
export async function uncountMessage(
  ctx: Ctx,
  tx: Transaction,
  { projectId, day }: { projectId: string; day: string },
): Promise<void> {
  await tx
    .update(messageCount)
    .set({ sent: sql`${messageCount.sent} - 1` })
    .where(and(eq(messageCount.projectId, projectId), eq(messageCount.day, day), gt(messageCount.sent, 0)))
  await announce(ctx, tx, 'billing', [projectId])
}

function overLimit(limit: number, renewsAt: Date): ApiError {
  const message =
    limit === 0
      ? 'Your plan includes no direct messages. Upgrade your plan to send some.'
      : `Your plan includes ${limit} direct messages a day. Try again tomorrow, or upgrade your plan.`
  return new ApiError('ConflictError', message, {
    quota: 'dailyDMs',
    limit,
    renewsAt: renewsAt.toISOString(),
    billing: billingPath,
  })
}

import { and, eq, gt, lt } from 'drizzle-orm'
import { answeringSeconds } from '#engine/replies/answering.ts'
import { type LeadKey, lockLeadRow, requireLead } from '#features/leads/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { answering } from './tables.ts'

/**
 * Shows the caller as answering a lead until `answeringSeconds` from now. Open screens learn of it when it begins; a sign
 * in between only extends it. It ends by itself, so a browser that dies leaves nothing behind.
 */
export async function signAnswering(ctx: Ctx, { id }: { id: string }): Promise<{ until: string }> {
  const { userId } = presentActor(ctx)
  return transaction(ctx, async (tx) => {
    // The lock makes two signs at once one beginning.
    const { projectId } = await lockLeadRow(ctx, tx, id)
    requireRight(ctx, projectId, 'decide')
    const isShown = await isAnswering(ctx, tx, { projectId, id }, userId)
    const until = new Date(ctx.now().getTime() + answeringSeconds * 1000)
    await tx
      .insert(answering)
      .values({ projectId, opportunityId: id, userId, until })
      .onConflictDoUpdate({
        target: [answering.projectId, answering.opportunityId, answering.userId],
        set: { until },
      })
    if (!isShown) await announce(ctx, tx, 'answering', [projectId], id)
    return { until: until.toISOString() }
  })
}

/** No longer shows the caller as answering a lead. */
export async function stopAnswering(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { userId } = presentActor(ctx)
  await transaction(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const ended = await tx.delete(answering).where(isOf(lead, userId)).returning({ userId: answering.userId })
    if (ended.length > 0) await announce(ctx, tx, 'answering', [lead.projectId], id)
  })
}

/** Deletes what has ended by itself. */
export async function forgetAnswering(ctx: Ctx): Promise<void> {
  await transaction(ctx, (tx) => tx.delete(answering).where(lt(answering.until, ctx.now())))
}

async function isAnswering(ctx: Ctx, tx: Transaction, lead: LeadKey, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ userId: answering.userId })
    .from(answering)
    .where(and(isOf(lead, userId), gt(answering.until, ctx.now())))
  return row !== undefined
}

function isOf({ projectId, id }: LeadKey, userId: string) {
  return and(eq(answering.projectId, projectId), eq(answering.opportunityId, id), eq(answering.userId, userId))
}

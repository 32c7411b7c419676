import { and, eq, sql } from 'drizzle-orm'
import { type LeadKey, lockLeadRow, requireLead } from '#features/leads/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { auditEntry } from '#platform/server/database/tables.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { ReplyText, ReplyTextPut } from '../contract-drafts.ts'
import { requirePostText } from './reply-material.ts'
import { replyText } from './tables.ts'

const none: ReplyText = { text: '', updatedAt: null }

/** Returns the reply to a lead that the caller is writing. */
export async function readReplyText(ctx: Ctx, { id }: { id: string }): Promise<ReplyText> {
  return readOnly(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const [row] = await tx.select().from(replyText).where(isOwn(ctx, lead))
    return row ? { text: row.text, updatedAt: row.updatedAt.toISOString() } : none
  })
}

/**
 * Saves the reply to a lead that the caller is writing, or deletes an empty one. Each member has one per lead, and the
 * last one saved counts. Throws ConflictError if the post's text is gone.
 */
export async function saveReplyText(ctx: Ctx, { id, text }: { id: string } & ReplyTextPut): Promise<ReplyText> {
  return transaction(ctx, async (tx) => {
    // The lock makes the deletion of the post wait, which then finds this text.
    const lead = await lockLeadRow(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    await recordAdmin(ctx, tx, lead)
    if (text.trim() === '') {
      await tx.delete(replyText).where(isOwn(ctx, lead))
      return none
    }
    await requirePostText(tx, lead)
    const { userId } = presentActor(ctx)
    const written = { text, updatedAt: ctx.now() }
    await tx
      .insert(replyText)
      .values({ projectId: lead.projectId, opportunityId: lead.id, userId, ...written })
      .onConflictDoUpdate({ target: [replyText.projectId, replyText.opportunityId, replyText.userId], set: written })
    return { text, updatedAt: written.updatedAt.toISOString() }
  })
}

/** Records, once per lead, that an internal admin types as the user. What users type themselves isn't recorded. */
async function recordAdmin(ctx: Ctx, tx: Transaction, { projectId, id: subjectId }: LeadKey): Promise<void> {
  const acting = ctx.actor.kind === 'user' ? ctx.actor.acting : undefined
  if (!acting) return
  const action = 'replyText.update'
  const earlier = and(
    eq(auditEntry.projectId, projectId),
    eq(auditEntry.action, action),
    eq(auditEntry.subjectId, subjectId),
    sql`${auditEntry.details} ->> 'acting' = ${acting.id}`,
  )
  const [recorded] = await tx.select({ id: auditEntry.id }).from(auditEntry).where(earlier).limit(1)
  if (!recorded) await audit(ctx, tx, { projectId, action, subjectId, details: { acting: acting.id } })
}

function isOwn(ctx: Ctx, { projectId, id }: LeadKey) {
  const { userId } = presentActor(ctx)
  return and(eq(replyText.projectId, projectId), eq(replyText.opportunityId, id), eq(replyText.userId, userId))
}

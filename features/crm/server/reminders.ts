import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type LeadKey, lockLeadRow, opportunity } from '#features/leads/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { insertRow, removeRow, requireSameProject, writeRow } from '#platform/server/database/rows/own-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { serveResource } from '#platform/server/resource.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { type Reminder, type ReminderPut, remindersContract } from '../contract.ts'
import { reminder } from './tables.ts'

/** The endpoints for reminders of leads. */
export const reminders = serveResource(remindersContract, {
  table: reminder,
  noun: 'reminder',
  unique: {
    index: 'reminder_open',
    field: 'opportunity',
    taken: 'This lead already has a reminder. Change that one instead.',
  },
  related: { opportunity: (tx, named) => requireSameProject(tx, opportunity, named, isSeen(opportunity)) },
  begin: () => ({ done: false }),
})

/** Creates or moves a lead's open reminder (DECISIONS 14). It reminds whoever set it last. */
export async function putReminder(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ReminderPut> },
): Promise<Reminder> {
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    const dueAt = new Date(data.dueAt)
    const open = await openReminder(tx, lead)
    if (open) {
      const changes = { dueAt, createdBy: authorOf(ctx), ...(data.text !== undefined && { text: data.text }) }
      await writeRow(ctx, tx, reminders.rows, open, changes)
      await audit(ctx, tx, { projectId, action: 'reminder.update', subjectId: open.id })
      return readOne(ctx, tx, reminders.rows, open.id)
    }
    const values = { projectId, opportunityId: id, dueAt, text: data.text ?? '', done: false, alertedAt: null }
    const reminderId = await insertRow(ctx, tx, reminders.rows, { ...values, createdBy: authorOf(ctx) })
    await audit(ctx, tx, { projectId, action: 'reminder.create', subjectId: reminderId })
    return readOne(ctx, tx, reminders.rows, reminderId)
  })
}

/** Deletes a lead's open reminder, if there is one. */
export async function removeReminder(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    const open = await openReminder(tx, lead)
    if (!open) return
    await removeRow(tx, reminders.rows, open)
    await audit(ctx, tx, { projectId, action: 'reminder.delete', subjectId: open.id })
  })
}

async function openReminder(
  tx: Transaction,
  { projectId, id }: LeadKey,
): Promise<typeof reminder.$inferSelect | undefined> {
  const onLead = and(eq(reminder.projectId, projectId), eq(reminder.opportunityId, id), eq(reminder.done, false))
  const [row] = await tx.select().from(reminder).where(onLead).for('update')
  return row
}

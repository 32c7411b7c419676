import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type LeadKey, lockLeadRow, opportunity } from '#features/leads/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import {
  insertRow,
  removeRow,
  requireSameProject,
  type Writing,
  writeRow,
} from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Reminder, ReminderCreate, ReminderPut, ReminderUpdate } from '../contract.ts'
import { reminder } from './tables.ts'

export type ReminderRow = typeof reminder.$inferSelect

export const reminders: Writing<ReminderRow, Reminder> = {
  table: reminder,
  columns: {
    id: reminder.id,
    documentId: reminder.id,
    createdAt: reminder.createdAt,
    updatedAt: reminder.updatedAt,
    project: reminder.projectId,
    opportunity: reminder.opportunityId,
    createdBy: reminder.createdBy,
    dueAt: reminder.dueAt,
    done: reminder.done,
  },
  project: reminder.projectId,
  unique: {
    index: 'reminder_open',
    field: 'opportunity',
    taken: 'This lead already has a reminder. Change that one instead.',
  },
  links: {
    project: toOne('projects', (row) => row.projectId),
    opportunity: toOne('opportunities', (row) => row.opportunityId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(reminder),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: ReminderRow): Reminder {
  const { text, done } = row
  return { ...rowHead(row), dueAt: row.dueAt.toISOString(), text, done }
}

const written = { noun: 'reminder', right: 'changeOutreach', rows: reminders } as const

/** Lets a lead be looked at again. */
export function createReminder(ctx: Ctx, input: z.output<typeof ReminderCreate>): Promise<Reminder> {
  const { project: projectId, opportunity: opportunityId, dueAt, text } = input
  const values = { projectId, opportunityId, dueAt: new Date(dueAt), text, done: false, createdBy: authorOf(ctx) }
  return createRow(ctx, written, values, {
    check: (tx) =>
      requireSameProject(tx, opportunity, { projectId, id: opportunityId, field: 'opportunity' }, isSeen(opportunity)),
  })
}

export function updateReminder(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ReminderUpdate> },
): Promise<Reminder> {
  const { dueAt, ...rest } = data
  return updateRow(ctx, written, id, async () => ({ ...rest, ...(dueAt !== undefined && { dueAt: new Date(dueAt) }) }))
}

export function deleteReminder(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

/** The open reminder of a lead: made where there is none, moved where there is (DECISIONS 14). */
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
      await writeRow(ctx, tx, reminders, open, { dueAt, ...(data.text !== undefined && { text: data.text }) })
      await audit(ctx, tx, { projectId, action: 'reminder.update', subjectId: open.id })
      return readOne(ctx, tx, reminders, open.id)
    }
    const made = { projectId, opportunityId: id, dueAt, text: data.text ?? '', done: false, createdBy: authorOf(ctx) }
    const reminderId = await insertRow(ctx, tx, reminders, made)
    await audit(ctx, tx, { projectId, action: 'reminder.create', subjectId: reminderId })
    return readOne(ctx, tx, reminders, reminderId)
  })
}

/** Takes the open reminder of a lead away; none being there is no fault. */
export async function removeReminder(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    const open = await openReminder(tx, lead)
    if (!open) return
    await removeRow(tx, reminders, open)
    await audit(ctx, tx, { projectId, action: 'reminder.delete', subjectId: open.id })
  })
}

async function openReminder(tx: Transaction, { projectId, id }: LeadKey): Promise<ReminderRow | undefined> {
  const onLead = and(eq(reminder.projectId, projectId), eq(reminder.opportunityId, id), eq(reminder.done, false))
  const [row] = await tx.select().from(reminder).where(onLead).for('update')
  return row
}

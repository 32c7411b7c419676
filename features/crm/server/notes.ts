import type { z } from 'zod'
import { opportunity as leads } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField, requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { type Note, type NoteCreate, type NoteUpdate, notesContract } from '../contract.ts'
import { note, person as people } from './tables.ts'

export const notes = resourceRows(notesContract, note)

const written = { noun: 'note', right: 'changeOutreach', rows: notes } as const

/** Adds a note to a lead or a person. */
export async function createNote(ctx: Ctx, input: z.output<typeof NoteCreate>): Promise<Note> {
  const { project: projectId, opportunity, person, text } = input
  if ((opportunity === null) === (person === null)) {
    throw faultOfField('opportunity', 'Set either opportunity or person for the note')
  }
  const values = { projectId, opportunityId: opportunity, personId: person, text, createdBy: authorOf(ctx) }
  return createRow(ctx, written, values, {
    check: async (tx) => {
      await requireSameProject(tx, leads, { projectId, id: opportunity, field: 'opportunity' }, isSeen(leads))
      await requireSameProject(tx, people, { projectId, id: person, field: 'person' })
    },
  })
}

/** Adds notes about leads of a new project. A note without an author was written by someone else. */
export async function insertNotes(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  notesOfLeads: readonly Pick<typeof note.$inferSelect, 'opportunityId' | 'text' | 'createdBy' | 'createdAt'>[],
): Promise<void> {
  for (const values of notesOfLeads) {
    await tx.insert(note).values({ projectId, id: ctx.id(), personId: null, updatedAt: ctx.now(), ...values })
  }
}

export function updateNote(ctx: Ctx, { id, data }: { id: string; data: z.output<typeof NoteUpdate> }): Promise<Note> {
  return updateRow(ctx, written, id, async () => data)
}

export function deleteNote(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

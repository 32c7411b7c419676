import type { z } from 'zod'
import { opportunity as leads } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, requireSameProject, type Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Note, NoteCreate, NoteUpdate } from '../contract.ts'
import { note, person as people } from './tables.ts'

export type NoteRow = typeof note.$inferSelect

export const notes: Writing<NoteRow, Note> = {
  table: note,
  columns: {
    id: note.id,
    documentId: note.id,
    createdAt: note.createdAt,
    updatedAt: note.updatedAt,
    project: note.projectId,
    opportunity: note.opportunityId,
    person: note.personId,
    createdBy: note.createdBy,
    text: note.text,
  },
  project: note.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    opportunity: toOne('opportunities', (row) => row.opportunityId),
    person: toOne('people', (row) => row.personId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(note),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: NoteRow): Note {
  return { ...rowHead(row), text: row.text }
}

const written = { noun: 'note', right: 'changeOutreach', rows: notes } as const

/** Writes something down about a lead or a person. */
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

export function updateNote(ctx: Ctx, { id, data }: { id: string; data: z.output<typeof NoteUpdate> }): Promise<Note> {
  return updateRow(ctx, written, id, async () => data)
}

export function deleteNote(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

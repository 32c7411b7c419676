import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Note } from '../contract.ts'
import { note } from './tables.ts'

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

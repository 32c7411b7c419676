import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Reminder } from '../contract.ts'
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
  unique: { index: 'reminder_open', field: 'opportunity', taken: 'This lead has a reminder already: move that one' },
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

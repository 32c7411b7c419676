import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { auditEntry } from '#platform/server/database/tables.ts'
import type { AuditEntry } from '../contract.ts'

type AuditRow = typeof auditEntry.$inferSelect

export const auditEntries: Reading<AuditRow, AuditEntry> = {
  table: auditEntry,
  columns: {
    id: auditEntry.id,
    documentId: auditEntry.id,
    createdAt: auditEntry.createdAt,
    updatedAt: auditEntry.createdAt,
    project: auditEntry.projectId,
    actor: auditEntry.actor,
    action: auditEntry.action,
    subjectId: auditEntry.subjectId,
  },
  project: auditEntry.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    user: toOne('users', (row) => /^user:(.+)$/.exec(row.actor)?.[1] ?? null),
  },
  cursor: false,
  rows: rowsOf(auditEntry),
  present: async (_tx, rows) => rows.map(presentEntry),
}

function presentEntry(row: AuditRow): AuditEntry {
  const { actor, action, subjectId, details } = row
  return { ...rowHead({ ...row, updatedAt: row.createdAt }), actor, action, subjectId, details }
}

import type { Membership } from '#features/accounts/contract.ts'
import { type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { member } from '#platform/server/tenancy/tables.ts'

type MemberRow = typeof member.$inferSelect

/** What the signed-in user is in which project. */
export const memberships: Reading<MemberRow, Membership> = {
  table: member,
  columns: { id: member.id },
  project: member.projectId,
  links: { project: toOne('projects', (row) => row.projectId) },
  cursor: false,
  rows: rowsOf(member),
  present: async (_tx, rows) => rows.map((row) => ({ ...rowHead(row), role: row.role })),
}

import { and, eq } from 'drizzle-orm'
import { hasRight } from '#engine/rules/access.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { member } from '#platform/server/tenancy/tables.ts'

/** Throws ValidationError unless the user in a field is a member of the project. Allows null. */
export async function requireMember(
  tx: Transaction,
  { projectId, id, field }: { projectId: string; id: string | null; field: string },
): Promise<void> {
  if (id !== null && (await roleOf(tx, projectId, id)) === null) throw notMember(field)
}

/** Throws ValidationError unless the user in a field may see the project's outreach. Allows null. */
export async function requireTeammate(
  tx: Transaction,
  { projectId, id, field }: { projectId: string; id: string | null; field: string },
): Promise<void> {
  if (id === null) return
  const role = await roleOf(tx, projectId, id)
  if (role === null || !hasRight(role, 'readOutreach')) throw notMember(field)
}

async function roleOf(tx: Transaction, projectId: string, userId: string) {
  const [row] = await tx
    .select({ role: member.role })
    .from(member)
    .where(and(eq(member.projectId, projectId), eq(member.userId, userId)))
  return row?.role ?? null
}

function notMember(field: string) {
  return faultOfField(field, `${field} must be a member of the project's team`)
}

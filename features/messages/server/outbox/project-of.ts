import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'

/** Returns what limits need to know of a project. The owner is who has owned it longest. */
export async function projectOf(tx: Transaction, projectId: string) {
  const [row] = await tx
    .select({ timeZone: project.timeZone, realm: project.realm, ownerId: member.userId })
    .from(project)
    .innerJoin(member, and(eq(member.projectId, project.id), eq(member.role, 'owner'), isNotNull(member.userId)))
    .where(eq(project.id, projectId))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1)
  if (!row?.ownerId) throw new Error('a project without an owner')
  return { ...row, ownerId: row.ownerId }
}

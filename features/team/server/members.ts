import { and, eq, sql } from 'drizzle-orm'
import type { MemberRole } from '#engine/rules/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects, type Reading, rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { MemberRow } from '#platform/server/tenancy/lock-project.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import type { Member } from '../contract.ts'

export const members: Reading<MemberRow, Member> = {
  table: member,
  columns: {
    id: member.id,
    documentId: member.id,
    createdAt: member.createdAt,
    updatedAt: member.updatedAt,
    project: member.projectId,
    user: member.userId,
    email: member.email,
    role: member.role,
    status: member.status,
  },
  project: member.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    user: toOne('users', (row) => row.userId),
    invitedBy: toOne('users', (row) => row.invitedBy),
  },
  cursor: false,
  rows: rowsOf(member),
  present: async (_tx, rows) => rows.map(presentMember),
}
export function presentMember(row: MemberRow): Member {
  const { email, role, status } = row
  return { ...rowHead(row), email, role, status, expiresAt: row.expiresAt?.toISOString() ?? null }
}

/** Returns the project of a member or invitation visible to the actor. Throws NotFoundError. */
export async function projectOfMember(ctx: Ctx, tx: Transaction, id: string): Promise<string> {
  const own = and(ownProjects(ctx, member.projectId), eq(member.id, id))
  const [row] = await tx.select({ projectId: member.projectId }).from(member).where(own)
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row.projectId
}

/** Locks a member or invitation in the actor's projects until the transaction ends. Throws NotFoundError. */
export async function lockMember(ctx: Ctx, tx: Transaction, id: string): Promise<MemberRow> {
  const own = and(ownProjects(ctx, member.projectId), eq(member.id, id))
  const [row] = await tx.select().from(member).where(own).for('update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}
export async function writeRole(ctx: Ctx, tx: Transaction, row: MemberRow, role: MemberRole): Promise<MemberRow> {
  const [written] = await tx.update(member).set({ role, updatedAt: ctx.now() }).where(sameMember(row)).returning()
  if (!written) throw new ApiError('NotFoundError', 'Not Found')
  return written
}
export async function removeMember(tx: Transaction, row: MemberRow): Promise<void> {
  await tx.delete(member).where(sameMember(row))
}

/** Returns the error for inviting an address that is already a member or invited. */
export async function invitationConflict(
  tx: Transaction,
  { projectId, email, userId }: { projectId: string; email: string; userId: string },
): Promise<ApiError> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.projectId, projectId), eq(sql`lower(${member.email})`, email)))
  const message =
    row?.status === 'invited'
      ? 'This email already has an invitation. Resend it instead.'
      : row?.userId === userId
        ? 'This is your own email. You are already a member.'
        : 'This person is already a member.'
  return new ApiError('ValidationError', message, { errors: [{ path: ['email'], message, name: 'ValidationError' }] })
}

/**
 * Throws ConflictError if the member is the last owner, who can neither leave nor lose the role. Call it with the
 * project locked, so that two owners can't leave at once.
 */
export async function requireOtherOwner(tx: Transaction, row: MemberRow): Promise<void> {
  if (row.role !== 'owner') return
  const { rows } = await tx.execute(sql`
    select from member where project_id = ${row.projectId} and role = 'owner' and status = 'active' and id <> ${row.id}`)
  if (rows.length > 0) return
  const message = 'A project needs an owner. Transfer ownership to another member first.'
  throw new ApiError('ConflictError', message)
}
function sameMember(row: MemberRow) {
  return and(eq(member.projectId, row.projectId), eq(member.id, row.id))
}

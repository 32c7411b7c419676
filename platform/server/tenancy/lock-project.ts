import { and, eq, sql } from 'drizzle-orm'
import { hasRight } from '#engine/rules/access.ts'
import type { Right } from '#engine/rules/rights.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../database/database.ts'
import { ownProjects } from '../database/rows/find.ts'
import { insufficientRole } from '../permissions/refusals.ts'
import { signedInId } from '../permissions/signed-in.ts'
import { member, project } from './tables.ts'

export type ProjectRow = typeof project.$inferSelect

/** Returns the actor's project, locked until the transaction ends. Throws NotFoundError. */
export async function lockProject(ctx: Ctx, tx: Transaction, id: string): Promise<ProjectRow> {
  const [row] = await tx
    .select()
    .from(project)
    .where(and(ownProjects(ctx, project.id), eq(project.id, id)))
    .for('no key update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Archives or restores a project. A restored one is `paid` if it ever was, otherwise `processing` (DECISIONS 16). */
export async function writeArchived(ctx: Ctx, tx: Transaction, id: string, archived: boolean): Promise<void> {
  const awake = sql`case when exists (select from subscription where project_id = ${id})
    or exists (select from purchase where project_id = ${id}) then 'paid' else 'processing' end`
  await tx
    .update(project)
    .set({ status: archived ? 'archived' : awake, updatedAt: ctx.now() })
    .where(eq(project.id, id))
}

/**
 * Locks the actor's project for adding members or deleting it. Checks the role the actor has now: while waiting for the
 * lock, others may have removed or demoted them. Throws NotFoundError or ForbiddenError.
 */
export async function lockProjectWithRight(ctx: Ctx, tx: Transaction, id: string, right: Right): Promise<ProjectRow> {
  const row = await lockProject(ctx, tx, id)
  const own = await memberOfUser(tx, id, signedInId(ctx))
  if (!own) throw new ApiError('NotFoundError', 'Not Found')
  if (!hasRight(own.role, right)) throw insufficientRole()
  return row
}

export type MemberRow = typeof member.$inferSelect

/** Returns and locks a user's membership in a project, or null. */
export async function memberOfUser(tx: Transaction, projectId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.projectId, projectId), eq(member.userId, userId)))
    .for('update')
  return row ?? null
}

import { sql } from 'drizzle-orm'
import { canGrantRole } from '#engine/rules/access.ts'
import type { MemberRole } from '#engine/rules/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { insufficientRole } from '#platform/server/permissions/refusals.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProject, type MemberRow, memberOfUser } from '#platform/server/tenancy/lock-project.ts'
import { requireProjectRoom, tooManyProjects } from '#platform/server/tenancy/project-limit.ts'
import type { Member, MemberUpdate } from '../contract.ts'
import {
  lockMember,
  presentMember,
  projectOfMember,
  removeMember as remove,
  requireOtherOwner,
  writeRole,
} from './members.ts'

/**
 * Locks a member or invitation in the actor's projects, together with the project, until the transaction ends. This
 * serializes changes of roles and members, so that the last two owners can't leave at once. Reads the actor's role
 * again, since the one known to the request may be outdated.
 */
export async function lockMemberWithRight(
  ctx: Ctx,
  tx: Transaction,
  id: string,
): Promise<{ row: MemberRow; role: MemberRole; own: boolean; isAgencyProject: boolean }> {
  const projectId = await projectOfMember(ctx, tx, id)
  const { isAgencyProject } = await lockProject(ctx, tx, projectId)
  const actor = await memberOfUser(tx, projectId, signedInId(ctx))
  if (!actor) throw new ApiError('NotFoundError', 'Not Found')
  const row = await lockMember(ctx, tx, id)
  return { row, role: actor.role, own: row.id === actor.id, isAgencyProject }
}

/** Changes the role of a member or invitation. Only owners may give or take ownership. */
export async function updateMember(ctx: Ctx, { id, data }: { id: string; data: MemberUpdate }): Promise<Member> {
  return transaction(ctx, async (tx) => {
    const { row, role: by, isAgencyProject } = await lockMemberWithRight(ctx, tx, id)
    const { projectId } = row
    const { role } = data
    if (!canGrantRole(by, row.role) || !canGrantRole(by, role)) throw insufficientRole()
    if (role === row.role) return presentMember(row)
    if (row.status === 'invited' && role === 'owner') {
      const message = 'You cannot invite an owner. Transfer ownership after they accept the invitation.'
      throw new ApiError('ValidationError', message, { errors: [{ path: ['role'], message, name: 'ValidationError' }] })
    }
    if (role === 'owner' && row.userId !== null) await requireProjectRoom(tx, row.userId, tooManyProjects.theirs)
    await requireOtherOwner(tx, row)
    const written = await writeRole(ctx, tx, row, role)
    await audit(ctx, tx, { projectId, action: 'member.update', subjectId: id, details: { from: row.role, to: role } })
    if (isAgencyProject && [role, row.role].includes('owner')) await ownersChanged(ctx, tx, projectId)
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

/**
 * Removes a member, cancels an invitation, or leaves. A removed member loses access at once: memberships are read with
 * every request, and open streams check them once a second.
 */
export async function removeMember(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { row, role: by, own: isLeaving, isAgencyProject } = await lockMemberWithRight(ctx, tx, id)
    const { projectId, role } = row
    if (!isLeaving && !canGrantRole(by, role)) throw insufficientRole()
    await requireOtherOwner(tx, row)
    await remove(tx, row)
    await audit(ctx, tx, { projectId, action: actionOf(row, isLeaving), subjectId: id, details: { role } })
    if (isAgencyProject && role === 'owner') await ownersChanged(ctx, tx, projectId)
    await announce(ctx, tx, 'project', [projectId])
  })
}

function actionOf({ status }: MemberRow, isLeaving: boolean): string {
  if (isLeaving) return 'member.leave'
  return status === 'invited' ? 'member.uninvite' : 'member.remove'
}

/**
 * Transfers a project: another active member becomes its owner, and the acting owner an admin. An agency's client project
 * is then the new owner's: their subscription pays for it, and their brand is on its reports.
 */
export async function transferProject(
  ctx: Ctx,
  { projectId, memberId }: { projectId: string; memberId: string },
): Promise<Member> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const { isAgencyProject } = await lockProject(ctx, tx, projectId)
    requireRight(ctx, projectId, 'grantOwnership')
    const [heir, own] = [await lockMember(ctx, tx, memberId), await memberOfUser(tx, projectId, userId)]
    if (heir.projectId !== projectId || !own) throw new ApiError('NotFoundError', 'Not Found')
    // Checked again under the lock: another owner may have changed the actor's role in the meantime.
    if (own.role !== 'owner') throw new ApiError('ConflictError', 'You no longer own this project.')
    if (heir.id === own.id) throw new ApiError('ConflictError', 'You already own this project.')
    if (heir.status !== 'active')
      throw new ApiError('ConflictError', 'This person has not accepted the invitation yet.')
    if (heir.userId !== null) await requireProjectRoom(tx, heir.userId, tooManyProjects.theirs)
    await requireNoAgencySubscription(tx, projectId, userId)
    const written = await writeRole(ctx, tx, heir, 'owner')
    await writeRole(ctx, tx, own, 'admin')
    await audit(ctx, tx, { projectId, action: 'project.handOver', subjectId: heir.id, details: { from: heir.role } })
    if (isAgencyProject) await ownersChanged(ctx, tx, projectId)
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

/** Applies the plan that a client project has under its new owners. */
async function ownersChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await ctx.queue.send(tx, 'quota', { projectId })
  await announce(ctx, tx, 'billing', [projectId])
}

/** Throws ConflictError if the user's Agency subscription was bought for the project: the next owner could cancel it. */
async function requireNoAgencySubscription(tx: Transaction, projectId: string, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from subscription where project_id = ${projectId} and user_id = ${userId} and status <> 'canceled'
      and main_product_name like '%Agency%'`)
  if (rows.length === 0) return
  const message = 'Your Agency subscription was bought for this project. Cancel it before you transfer the project.'
  throw new ApiError('ConflictError', message)
}

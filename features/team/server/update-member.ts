import { mayGrant } from '#engine/rules/access.ts'
import { requireProjectRoom, tooManyProjects } from '#features/projects/server/project-limit.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleTooSmall } from '#platform/server/refusals.ts'
import type { Member, MemberUpdate } from '../contract.ts'
import { holdMember } from './hold-member.ts'
import { presentMember, requireOtherOwner, writeRole } from './members.ts'

/** Gives a member, or an invitation, another role. Ownership is the owners' alone to give and take. */
export async function updateMember(ctx: Ctx, { id, data }: { id: string; data: MemberUpdate }): Promise<Member> {
  return transaction(ctx, async (tx) => {
    const { row, role: by } = await holdMember(ctx, tx, id)
    const { projectId } = row
    const { role } = data
    if (!mayGrant(by, row.role) || !mayGrant(by, role)) throw roleTooSmall()
    if (role === row.role) return presentMember(row)
    if (row.status === 'invited' && role === 'owner') {
      const message = 'Nobody is invited as owner: hand the project over once they have come'
      throw new ApiError('ValidationError', message, { errors: [{ path: ['role'], message, name: 'ValidationError' }] })
    }
    if (role === 'owner' && row.userId !== null) await requireProjectRoom(tx, row.userId, tooManyProjects.theirs)
    await requireOtherOwner(tx, row)
    const written = await writeRole(ctx, tx, row, role)
    await audit(ctx, tx, { projectId, action: 'member.update', subjectId: id, details: { from: row.role, to: role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

import { signedInId } from '#features/accounts/server/people.ts'
import { requireProjectRoom, tooManyProjects } from '#features/projects/server/project-limit.ts'
import { lockProject } from '#features/projects/server/projects.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Member } from '../contract.ts'
import { lockMember, memberOfUser, presentMember, writeRole } from './members.ts'

/** Hands a project over: another active member becomes its owner, and the owner who does it an admin. */
export async function handProjectOver(
  ctx: Ctx,
  { projectId, memberId }: { projectId: string; memberId: string },
): Promise<Member> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    await lockProject(ctx, tx, projectId)
    requireRight(ctx, projectId, 'grantOwnership')
    const [heir, own] = [await lockMember(ctx, tx, memberId), await memberOfUser(tx, projectId, userId)]
    if (heir.projectId !== projectId || !own) throw new ApiError('NotFoundError', 'Not Found')
    // What the request knew may be over: another owner may have made this one less while it waited for the project.
    if (own.role !== 'owner') throw new ApiError('ConflictError', 'You do not own this project any more')
    if (heir.id === own.id) throw new ApiError('ConflictError', 'You own this project already')
    if (heir.status !== 'active') throw new ApiError('ConflictError', 'They have not accepted their invitation yet')
    if (heir.userId !== null) await requireProjectRoom(tx, heir.userId, tooManyProjects.theirs)
    const written = await writeRole(ctx, tx, heir, 'owner')
    await writeRole(ctx, tx, own, 'admin')
    await audit(ctx, tx, { projectId, action: 'project.handOver', subjectId: heir.id, details: { from: heir.role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

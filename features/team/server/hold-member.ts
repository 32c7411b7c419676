import { signedInId } from '#features/accounts/server/people.ts'
import { lockProject } from '#features/projects/server/projects.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { MemberRole } from '#platform/contract/rights.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { lockMember, type MemberRow, memberOfUser, projectOfMember } from './members.ts'

/**
 * A member or invitation of the actor's projects, with their project kept from changing until the transaction ends:
 * whoever changes roles or removes members takes turns, so that the last two owners can't leave at once. The actor's role
 * is that of this turn; what the request knew may be over by now.
 */
export async function holdMember(
  ctx: Ctx,
  tx: Transaction,
  id: string,
): Promise<{ row: MemberRow; role: MemberRole; own: boolean }> {
  const projectId = await projectOfMember(ctx, tx, id)
  await lockProject(ctx, tx, projectId)
  const actor = await memberOfUser(tx, projectId, signedInId(ctx))
  if (!actor) throw new ApiError('NotFoundError', 'Not Found')
  const row = await lockMember(ctx, tx, id)
  return { row, role: actor.role, own: row.id === actor.id }
}

import { mayGrant } from '#engine/rules/access.ts'
import { requireConfirmed } from '#features/accounts/server/confirmed.ts'
import { signedInId } from '#features/accounts/server/people.ts'
import { spend } from '#features/accounts/server/throttle.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleTooSmall } from '#platform/server/refusals.ts'
import type { Member } from '../contract.ts'
import { holdMember } from './hold-member.ts'
import { renewInvitation } from './invitations.ts'
import { invitationBudgets, mailInvitation } from './mail-invitation.ts'
import { presentMember } from './members.ts'

/**
 * Sends an invitation again, with a new token and until later; the token before opens nothing any more. Throws
 * ForbiddenError while the address of whoever sends it is unconfirmed.
 */
export async function resendInvitation(ctx: Ctx, { id }: { id: string }): Promise<Member> {
  const userId = signedInId(ctx)
  const { email } = await transaction(ctx, async (tx) => {
    const row = await requireInvitation(ctx, tx, id)
    await requireConfirmed(ctx, tx, 'invite members')
    return row
  })
  await spend(ctx, invitationBudgets(ctx, email, userId))
  return transaction(ctx, async (tx) => {
    const invitation = await renewInvitation(ctx, tx, await requireInvitation(ctx, tx, id))
    const { row } = invitation
    await mailInvitation(ctx, tx, invitation, userId)
    await audit(ctx, tx, { projectId: row.projectId, action: 'member.reinvite', subjectId: id })
    return presentMember(row)
  })
}

async function requireInvitation(ctx: Ctx, tx: Parameters<typeof holdMember>[1], id: string) {
  const { row, role } = await holdMember(ctx, tx, id)
  if (!mayGrant(role, row.role)) throw roleTooSmall()
  if (row.status !== 'invited') throw new ApiError('ConflictError', 'This invitation has been accepted already')
  return row
}

import { signedInId } from '#features/accounts/server/people.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { confirmEmailFirst } from '#platform/server/refusals.ts'
import type { Member } from '../contract.ts'
import { addressOf, noLongerValid, takeUp } from './invitations.ts'
import { presentMember } from './members.ts'
import { withInvitation } from './with-invitation.ts'

/**
 * Takes an invitation up: with the token that was mailed, signed in with the address that was invited, and only where
 * that is confirmed (DECISIONS 8). Of two at once one is let in.
 */
export async function acceptInvitation(ctx: Ctx, opening: { id: string; token: string }): Promise<Member> {
  const userId = signedInId(ctx)
  return withInvitation(ctx, opening, async (tx, row) => {
    const { projectId, id, email, role } = row
    const address = await addressOf(tx, userId)
    if (address?.email.toLowerCase() !== email) throw forAnother()
    if (!address.confirmed) throw confirmEmailFirst('accept the invitation')
    const written = await takeUp(ctx, tx, row, userId)
    if (!written) throw noLongerValid()
    await audit(ctx, tx, { projectId, action: 'member.accept', subjectId: id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

function forAnother(): ApiError {
  return new ApiError('ForbiddenError', 'This invitation is for another address. Sign in with the one it was sent to.')
}

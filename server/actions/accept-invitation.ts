import { ApiError } from '@earshot/contract/errors'
import type { Member } from '@earshot/contract/members'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { announce } from '../events.ts'
import { audit } from '../features/audit/audit.ts'
import { signedInId } from '../features/identity/people.ts'
import { addressOf, invitationOfToken, projectOfToken, takeUp } from '../features/member/invitations.ts'
import { presentMember } from '../features/member/members.ts'

/**
 * Takes an invitation up: with the token that was mailed, signed in with the address that was invited, and only where
 * that is confirmed (DECISIONS 8). Of two at once one is let in.
 */
export async function acceptInvitation(ctx: Ctx, { id, token }: { id: string; token: string }): Promise<Member> {
  const userId = signedInId(ctx)
  const projectId = await transaction(ctx, (tx) => projectOfToken(tx, token))
  if (projectId === null) throw noLongerValid()
  return transaction(
    ctx,
    async (tx) => {
      const row = await invitationOfToken(ctx, tx, { id, projectId, token })
      if (!row) throw noLongerValid()
      const address = await addressOf(tx, userId)
      if (address?.email.toLowerCase() !== row.email) throw forAnother()
      if (!address.confirmed) throw unconfirmed()
      const written = await takeUp(ctx, tx, row, userId)
      if (!written) throw noLongerValid()
      await audit(ctx, tx, { projectId, action: 'member.accept', subjectId: id, details: { role: row.role } })
      await announce(ctx, tx, 'project', [projectId])
      return presentMember(written)
    },
    { alsoProject: projectId },
  )
}

function noLongerValid(): ApiError {
  const message = 'This invitation is not valid any more. Ask whoever invited you to send it again.'
  return new ApiError('NotFoundError', message)
}

function forAnother(): ApiError {
  return new ApiError('ForbiddenError', 'This invitation is for another address. Sign in with the one it was sent to.')
}

function unconfirmed(): ApiError {
  return new ApiError('ForbiddenError', 'Confirm your e-mail address first; then accept the invitation.')
}

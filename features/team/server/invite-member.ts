import type { z } from 'zod'
import { requireConfirmed } from '#features/accounts/server/confirmed.ts'
import { signedInId } from '#features/accounts/server/people.ts'
import { spend } from '#features/accounts/server/throttle.ts'
import { holdProject } from '#features/projects/server/hold-project.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Member, MemberCreate } from '../contract.ts'
import { insertInvitation } from './invitations.ts'
import { invitationBudgets, mailInvitation } from './mail-invitation.ts'
import { presentMember, whyNoInvitation } from './members.ts'

/**
 * Invites an address to a project, by a mail with a token that is good for some days (DECISIONS 15). Throws ForbiddenError
 * while the inviter's own address is unconfirmed.
 */
export async function inviteMember(ctx: Ctx, input: z.output<typeof MemberCreate>): Promise<Member> {
  const { project: projectId, role } = input
  const email = input.email.toLowerCase()
  requireRight(ctx, projectId, 'manageMembers')
  const invitedBy = signedInId(ctx)
  // Before anything is counted: refused attempts must not use up the invitations that an address can get.
  await transaction(ctx, (tx) => requireConfirmed(ctx, tx, 'invite members'))
  await spend(ctx, invitationBudgets(ctx, email, invitedBy))
  return transaction(ctx, async (tx) => {
    await holdProject(ctx, tx, projectId, 'manageMembers')
    const invitation = await insertInvitation(ctx, tx, { projectId, email, role, invitedBy })
    if (!invitation) throw await whyNoInvitation(tx, { projectId, email, userId: invitedBy })
    const { row } = invitation
    await mailInvitation(ctx, tx, invitation, invitedBy)
    await audit(ctx, tx, { projectId, action: 'member.invite', subjectId: row.id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(row)
  })
}

import { eq } from 'drizzle-orm'
import { project } from '#features/projects/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { InvitationFacts } from '../contract.ts'
import { addressOf, noLongerValid } from './invitations.ts'
import { withInvitation } from './with-invitation.ts'

/**
 * What an invitation says, to whoever brings the token that was mailed: the address that it is for was told all of it.
 * Throws NotFoundError alike for every other token.
 */
export function readInvitation(ctx: Ctx, opening: { id: string; token: string }): Promise<InvitationFacts> {
  return withInvitation(ctx, opening, async (tx, { projectId, role, email, expiresAt, invitedBy }) => {
    const [of] = await tx.select({ name: project.name }).from(project).where(eq(project.id, projectId))
    if (!expiresAt || !of) throw noLongerValid()
    const inviter = invitedBy === null ? null : await addressOf(tx, invitedBy)
    return { project: of.name, role, email, invitedBy: inviter?.email ?? null, expiresAt: expiresAt.toISOString() }
  })
}

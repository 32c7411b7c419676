import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { canGrantRole } from '#engine/rules/access.ts'
import { requireConfirmed } from '#features/accounts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { invitationLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import { type Budget, spend } from '#platform/server/permissions/rate-limit.ts'
import { insufficientRole, unconfirmedEmail } from '#platform/server/permissions/refusals.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { MemberRow } from '#platform/server/tenancy/lock-project.ts'
import { lockProject, lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { type InvitationFacts, invitationDays, type Member, type MemberCreate } from '../contract.ts'
import { lockMemberWithRight } from './change-members.ts'
import {
  acceptMembership,
  addressOf,
  type Invitation,
  insertInvitation,
  invitationOfToken,
  noLongerValid,
  projectOfToken,
  renewInvitation,
} from './invitations.ts'
import { invitationConflict, presentMember } from './members.ts'

/** Does something with an invitation for whoever brings its token. Throws NotFoundError alike for every other token. */
async function withInvitation<Answer>(
  ctx: Ctx,
  { id, token }: { id: string; token: string },
  work: (tx: Transaction, row: MemberRow) => Promise<Answer>,
): Promise<Answer> {
  const projectId = await transaction(ctx, (tx) => projectOfToken(tx, token))
  if (projectId === null) throw noLongerValid()
  return transaction(
    ctx,
    async (tx) => {
      const row = await invitationOfToken(ctx, tx, { id, projectId, token })
      if (!row) throw noLongerValid()
      return work(tx, row)
    },
    { alsoProjects: [projectId] },
  )
}

/**
 * Invitations reach people who never asked for mail: few for one address, and not without end by one member, nor from one
 * network, where somebody could sign up again and again.
 */
function invitationBudgets({ client }: Ctx, email: string, userId: string): Budget[] {
  return [
    { key: `invitation from ${addressBucket(client?.address ?? '')}`, attempts: 300, minutes: 24 * 60 },
    { key: `invitation by ${userId}`, attempts: 100, minutes: 24 * 60 },
    { key: `invitation to ${email}`, attempts: 10, minutes: 24 * 60 },
  ]
}

/** Sends an invitation to its address: the only place where its token is told. */
async function mailInvitation(ctx: Ctx, tx: Transaction, { row, token }: Invitation, inviterId: string): Promise<void> {
  const project = await lockProject(ctx, tx, row.projectId)
  const inviter = await addressOf(tx, inviterId)
  const letter = invitationLetter({
    project: project.name,
    inviter: inviter?.email ?? '',
    role: row.role,
    url: `${ctx.publicUrl}/auth/signup?invitation=${row.id}.${token}`,
    days: invitationDays,
  })
  const until = row.expiresAt ? { usefulUntil: row.expiresAt } : {}
  await sendMail(ctx, tx, {
    ...letter,
    ...until,
    names: { project: row.projectId, user: inviterId },
    to: row.email,
    userId: null,
  })
}

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
    await lockProjectWithRight(ctx, tx, projectId, 'manageMembers')
    const invitation = await insertInvitation(ctx, tx, { projectId, email, role, invitedBy })
    if (!invitation) throw await invitationConflict(tx, { projectId, email, userId: invitedBy })
    const { row } = invitation
    await mailInvitation(ctx, tx, invitation, invitedBy)
    await audit(ctx, tx, { projectId, action: 'member.invite', subjectId: row.id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(row)
  })
}

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

async function requireInvitation(ctx: Ctx, tx: Parameters<typeof lockMemberWithRight>[1], id: string) {
  const { row, role } = await lockMemberWithRight(ctx, tx, id)
  if (!canGrantRole(role, row.role)) throw insufficientRole()
  if (row.status !== 'invited') throw new ApiError('ConflictError', 'This invitation has already been accepted.')
  return row
}

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
    if (!address.confirmed) throw unconfirmedEmail('accept the invitation')
    const written = await acceptMembership(ctx, tx, row, userId)
    if (!written) throw noLongerValid()
    await audit(ctx, tx, { projectId, action: 'member.accept', subjectId: id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

function forAnother(): ApiError {
  return new ApiError(
    'ForbiddenError',
    'This invitation was sent to a different email. Sign in with that email to accept it.',
  )
}

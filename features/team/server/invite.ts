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

/** Runs `work` on the invitation of a token. Throws the same NotFoundError for every other token. */
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
 * Returns the rate limits of an invitation, whose recipients never asked for email: per recipient, per inviter, and per
 * network, where one person could sign up repeatedly.
 */
function invitationBudgets({ client }: Ctx, email: string, userId: string): Budget[] {
  return [
    { key: `invitation from ${addressBucket(client?.address ?? '')}`, attempts: 300, minutes: 24 * 60 },
    { key: `invitation by ${userId}`, attempts: 100, minutes: 24 * 60 },
    { key: `invitation to ${email}`, attempts: 10, minutes: 24 * 60 },
  ]
}

/** Sends an invitation to its address, the only place where its token appears. */
async function mailInvitation(ctx: Ctx, tx: Transaction, { row, token }: Invitation, inviterId: string): Promise<void> {
  const project = await lockProject(ctx, tx, row.projectId)
  const inviter = await addressOf(tx, inviterId)
  const message = invitationLetter({
    project: project.name,
    inviter: inviter?.email ?? '',
    role: row.role,
    url: `${ctx.publicUrl}/auth/signup?invitation=${row.id}.${token}`,
    days: invitationDays,
  })
  const expiry = row.expiresAt ? { usefulUntil: row.expiresAt } : {}
  await sendMail(ctx, tx, {
    ...message,
    ...expiry,
    names: { project: row.projectId, user: inviterId },
    to: row.email,
    userId: null,
  })
}

/**
 * Invites an address to a project by an email with a token that is valid for some days (DECISIONS 15). Throws
 * ForbiddenError while the inviter's own address is unconfirmed.
 */
export async function inviteMember(ctx: Ctx, input: z.output<typeof MemberCreate>): Promise<Member> {
  const { project: projectId, role } = input
  const email = input.email.toLowerCase()
  requireRight(ctx, projectId, 'manageMembers')
  const invitedBy = signedInId(ctx)
  // Checked before the rate limits, so that refused attempts don't use up an address's invitations.
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
 * Resends an invitation with a new token and expiry; the old token stops working. Throws ForbiddenError while the
 * sender's own address is unconfirmed.
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
 * Returns the details of an invitation to anyone with its token: its email contains all of them. Throws the same
 * NotFoundError for every other token.
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
 * Accepts an invitation, given its token and a signed-in user with the invited address, which must be confirmed
 * (DECISIONS 8). Only one of two concurrent attempts succeeds.
 */
export async function acceptInvitation(ctx: Ctx, opening: { id: string; token: string }): Promise<Member> {
  const userId = signedInId(ctx)
  return withInvitation(ctx, opening, async (tx, row) => {
    const { projectId, id, email, role } = row
    const address = await addressOf(tx, userId)
    if (address?.email.toLowerCase() !== email) throw wrongAddress()
    if (!address.confirmed) throw unconfirmedEmail('accept the invitation')
    const written = await acceptMembership(ctx, tx, row, userId)
    if (!written) throw noLongerValid()
    await audit(ctx, tx, { projectId, action: 'member.accept', subjectId: id, details: { role } })
    await announce(ctx, tx, 'project', [projectId])
    return presentMember(written)
  })
}

function wrongAddress(): ApiError {
  return new ApiError(
    'ForbiddenError',
    'This invitation was sent to a different email. Sign in with that email to accept it.',
  )
}

import { addressBucket } from '#features/accounts/server/address.ts'
import type { Budget } from '#features/accounts/server/throttle.ts'
import { lockProject } from '#features/projects/server/projects.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { invitationLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { invitationDays } from '../contract.ts'
import { addressOf, type Invitation } from './invitations.ts'

/**
 * Invitations reach people who never asked for mail: few for one address, and not without end by one member, nor from one
 * network, where somebody could sign up again and again.
 */
export function invitationBudgets({ client }: Ctx, email: string, userId: string): Budget[] {
  return [
    { key: `invitation from ${addressBucket(client?.address ?? '')}`, attempts: 300, minutes: 24 * 60 },
    { key: `invitation by ${userId}`, attempts: 100, minutes: 24 * 60 },
    { key: `invitation to ${email}`, attempts: 10, minutes: 24 * 60 },
  ]
}

/** Sends an invitation to its address: the only place where its token is told. */
export async function mailInvitation(
  ctx: Ctx,
  tx: Transaction,
  { row, token }: Invitation,
  inviterId: string,
): Promise<void> {
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

import { and, eq, inArray } from 'drizzle-orm'
import { rolesWith } from '#engine/rules/access.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Letter, letterOf } from '#platform/server/mail/letter.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import { isConfirmed } from '../write-messages.ts'
import type { DestinationRow } from './destinations.ts'
import { destination } from './tables.ts'

/** Stops sending to a locked destination, and mails those who can change it. */
export async function disableDestination(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id, name }: DestinationRow,
  reason: string,
): Promise<void> {
  await tx
    .update(destination)
    .set({ status: 'disabled', disabledReason: reason, updatedAt: ctx.now() })
    .where(and(eq(destination.projectId, projectId), eq(destination.id, id)))
  const [place] = await tx.select({ name: project.name }).from(project).where(eq(project.id, projectId))
  const letter = disabledLetter({ publicUrl: ctx.publicUrl, project: place?.name ?? '', id, webhook: name, reason })
  const mayChange = and(eq(member.projectId, projectId), inArray(member.role, [...rolesWith('changeProject')]))
  for (const { userId, email } of await tx.select().from(member).where(mayChange).orderBy(member.userId)) {
    if (userId === null || !(await isConfirmed(tx, userId, email))) continue
    await sendMail(ctx, tx, { to: email, userId, ...letter, names: { project: projectId, user: userId } })
  }
}

interface Words {
  publicUrl: string
  project: string
  id: string
  webhook: string
  reason: string
}

function disabledLetter({ publicUrl, project, id, webhook, reason }: Words): Letter {
  const name = nameInMail(project)
  return letterOf({
    subject: `${name}: no more alerts to “${nameInMail(webhook)}”`,
    paragraphs: [
      `Earshot stopped sending the alerts of “${name}” to “${nameInMail(webhook)}”.`,
      reason,
      "Fix the cause, then enable it again. Its log lists the messages that weren't delivered, and you can resend them there.",
    ],
    action: { label: 'Open webhooks', url: `${publicUrl}/app/settings/project/integrations?webhook=${id}` },
  })
}

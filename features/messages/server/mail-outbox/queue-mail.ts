import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { requireUnsuppressed } from '../mailboxes/suppressions.ts'
import { mailbox } from '../mailboxes/tables.ts'
import type { ConversationRow, MessageRow } from '../outbox/outgoing-row.ts'

/**
 * Returns the columns of a mail that a person sends by a click, and queues the job that sends it. Throws ConflictError
 * if the address gets no mail, or its mailbox is disconnected.
 */
export async function queuedMail(
  ctx: Ctx,
  tx: Transaction,
  { projectId, address, mailboxId }: Pick<ConversationRow, 'projectId' | 'address' | 'mailboxId'>,
): Promise<Pick<MessageRow, 'state' | 'dueAt' | 'mailboxId'>> {
  presentActor(ctx)
  if (address === null) throw new Error('a mail without an address')
  const [box] =
    mailboxId === null
      ? []
      : await tx
          .select({ state: mailbox.state })
          .from(mailbox)
          .where(and(eq(mailbox.projectId, projectId), eq(mailbox.id, mailboxId)))
  if (!box || box.state === 'disconnected') {
    throw new ApiError('ConflictError', 'The mailbox of this conversation is disconnected. Connect it again first.')
  }
  await requireUnsuppressed(tx, { projectId, address })
  await ctx.queue.send(tx, 'mailOutbox', {})
  return { state: 'queued', dueAt: ctx.now(), mailboxId }
}

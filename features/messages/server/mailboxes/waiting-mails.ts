import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { mailHoldWording } from '#engine/mail/wordings.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { message } from '../tables.ts'
import type { MailboxRow } from './mailbox-rows.ts'

type MailboxKey = Pick<MailboxRow, 'projectId' | 'id'>

/** Makes the held mails of a mailbox due, because what holds them may have changed. */
export async function wakeMails(ctx: Ctx, tx: Transaction, { projectId, id }: MailboxKey): Promise<void> {
  const { rowCount } = await tx
    .update(message)
    .set({ dueAt: ctx.now() })
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.mailboxId, id), eq(message.state, 'deferred')],
        // A server that asked to wait is asked again when it said.
        ne(message.hold, 'mailServer'),
      ),
    )
  if (rowCount) await ctx.queue.send(tx, 'mailOutbox', {})
}

/** Leaves the mails that are on their way to a member: without the mailbox, nobody can find out about them. */
export async function leaveUnclear(ctx: Ctx, tx: Transaction, { projectId, id }: MailboxKey): Promise<void> {
  await tx
    .update(message)
    .set({ hold: 'unclear', reason: mailHoldWording('unclear'), updatedAt: ctx.now() })
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.mailboxId, id), eq(message.state, 'armed')],
        isNull(message.hold),
      ),
    )
}

/** Makes drafts of the mails of a mailbox that wait. */
export async function takeBackMails(ctx: Ctx, tx: Transaction, { projectId, id }: MailboxKey): Promise<void> {
  await tx
    .update(message)
    .set({ state: 'draft', reason: null, hold: null, deferredUntil: null, dueAt: null, updatedAt: ctx.now() })
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.mailboxId, id)],
        inArray(message.state, ['queued', 'deferred']),
      ),
    )
}

import { and, asc, eq, inArray, lte, ne } from 'drizzle-orm'
import { referencesOf } from '#engine/mail/message-ids.ts'
import { replySubject } from '#engine/mail/subject.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import type { MessageRow, OutgoingRow } from '../outbox/outgoing-row.ts'
import { message } from '../tables.ts'
import { composeOutgoing } from './compose.ts'
import { mailUnsubscribeUrl } from './unsubscribe.ts'

/** Writes a mail of a conversation as it is sent, after those before it. */
export async function writeMail(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: Pick<OutgoingRow, 'row' | 'place'>,
  { box, messageId, writtenAt }: { box: MailboxRow; messageId: string; writtenAt: Date },
): Promise<Buffer> {
  const { projectId, address } = place
  if (address === null) throw new Error('a mail without an address')
  const before = await mailsBefore(tx, row, writtenAt)
  const subject = place.title ?? ''
  return composeOutgoing({
    ...{ messageId, text: row.text, signature: box.signature, writtenAt, inReplyTo: before.at(-1)?.messageId ?? null },
    from: { name: box.name, address: box.address },
    to: { name: place.addressName ?? '', address },
    subject: before.length > 0 ? replySubject(subject) : subject,
    references: referencesOf(before.flatMap((mail) => mail.messageId ?? [])),
    unsubscribeUrl: await mailUnsubscribeUrl(ctx, tx, { projectId, address }),
    saysUnsubscribe: !before.some(({ direction }) => direction === 'out'),
  })
}

/** Returns the other mails of a mail's conversation that were sent or received until an instant, the oldest first. */
function mailsBefore(tx: Transaction, { projectId, id, conversationId }: MessageRow, at: Date) {
  return tx
    .select({ messageId: message.messageId, direction: message.direction })
    .from(message)
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.conversationId, conversationId), ne(message.id, id)],
        lte(message.sentAt, at),
        inArray(message.state, ['sent', 'confirmed', 'received', 'refused']),
      ),
    )
    .orderBy(asc(message.sentAt), asc(message.id))
}

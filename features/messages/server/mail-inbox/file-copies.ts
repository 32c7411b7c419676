import { and, asc, eq, gt } from 'drizzle-orm'
import type { ImapFlow } from 'imapflow'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { writeMail } from '../mail-outbox/write-mail.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import { lockOutgoing } from '../outbox/outgoing-row.ts'
import { message } from '../tables.ts'

/** How long a copy is tried. */
const triedMs = 7 * 24 * 3_600_000
const copiesMost = 50
const usualNames = ['sent', 'sent items', 'sent messages', 'sent mail']

/** Returns the folder of sent mails: the one that the server marks, or one with a usual name. Null without one. */
export async function sentFolderOf(client: ImapFlow): Promise<string | null> {
  const folders = await client.list()
  const marked = folders.find(({ specialUse }) => specialUse === '\\Sent')
  const named = folders.find(({ path }) => usualNames.includes(path.toLowerCase().replace(/^inbox[./]/, '')))
  return (marked ?? named)?.path ?? null
}

/**
 * Puts copies of mails that were sent into the folder of sent mails, unless they are there: a reading may have ended
 * after it wrote one. Google does so itself. Reading the folder then confirms them.
 */
export async function fileCopies(ctx: Ctx, client: ImapFlow, box: MailboxRow, path: string): Promise<void> {
  if (box.kind === 'google' || box.imapHost === 'imap.gmail.com') return
  const { projectId, id } = box
  const since = new Date(ctx.now().getTime() - triedMs)
  const waiting = await transaction(ctx, (tx) =>
    tx
      .select({ projectId: message.projectId, id: message.id, messageId: message.messageId })
      .from(message)
      .where(
        and(
          ...[eq(message.projectId, projectId), eq(message.mailboxId, id), eq(message.channel, 'mail')],
          ...[eq(message.state, 'sent'), gt(message.sentAt, since)],
        ),
      )
      .orderBy(asc(message.sentAt))
      .limit(copiesMost),
  )
  if (waiting.length === 0) return
  await client.mailboxOpen(path)
  for (const { messageId, ...key } of waiting) {
    if (messageId === null) continue
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true })
    if (found && found.length > 0) continue
    const copy = await transaction(ctx, async (tx) => {
      const outgoing = await lockOutgoing(tx, key)
      if (outgoing?.row.state !== 'sent' || !outgoing.row.sentAt) return null
      const raw = await writeMail(ctx, tx, outgoing, { box, messageId, writtenAt: outgoing.row.sentAt })
      return { raw, at: outgoing.row.sentAt }
    })
    if (copy) await client.append(path, copy.raw, ['\\Seen'], copy.at)
  }
}

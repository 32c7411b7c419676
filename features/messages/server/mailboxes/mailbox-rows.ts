import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { mailAllowance } from '#engine/mail/caps.ts'
import { troubleWording } from '#engine/mail/wordings.ts'
import { dayMs } from '#engine/rules/wall-clock.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Writing } from '#platform/server/database/rows/own-row.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { Mailbox, mailboxesResource } from '../../contract-mailbox.ts'
import { message } from '../tables.ts'
import { mailbox } from './tables.ts'

export type MailboxRow = typeof mailbox.$inferSelect

const plain = resourceRows({ resource: mailboxesResource, entity: Mailbox }, mailbox)

/** How mailboxes are read, without their secrets. */
export function mailboxes(ctx: Ctx): Writing<MailboxRow, Mailbox> {
  return {
    ...plain,
    unique: { index: 'mailbox_address', field: 'address', taken: 'This mailbox is already connected' },
    present: async (tx, found, query) => {
      const entities = await plain.present(tx, found, query)
      const sent = await firstMailsOf(ctx, tx, found)
      return entities.map((entity, index) => {
        const { id, trouble, firstSentAt, dailyMost } = found[index] as MailboxRow
        const today = { sent: sent.get(id) ?? 0, most: mailAllowance(firstSentAt, dailyMost, ctx.now()) }
        return { ...entity, trouble: trouble && troubleWording(trouble), today }
      })
    },
  }
}

/** Counts the first mails of the last 24 hours. */
async function firstMailsOf(
  ctx: Ctx,
  tx: Transaction,
  rows: readonly Pick<MailboxRow, 'projectId' | 'id'>[],
): Promise<Map<string | null, number>> {
  if (rows.length === 0) return new Map()
  const counts = await tx
    .select({ id: message.mailboxId, sent: sql<number>`count(*)::int` })
    .from(message)
    .where(
      and(
        inArray(message.projectId, [...new Set(rows.map(({ projectId }) => projectId))]),
        inArray(
          message.mailboxId,
          rows.map(({ id }) => id),
        ),
        wasFirstMail,
        gt(message.armedAt, new Date(ctx.now().getTime() - dayMs)),
      ),
    )
    .groupBy(message.mailboxId)
  return new Map(counts.map(({ id, sent }) => [id, sent]))
}

/** Whether a message is a first mail that was handed to the mail server. What the server refused doesn't count. */
export const wasFirstMail = and(
  eq(message.channel, 'mail'),
  eq(message.isFirst, true),
  inArray(message.state, ['armed', 'sent', 'confirmed']),
)

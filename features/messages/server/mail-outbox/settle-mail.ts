import { and, eq } from 'drizzle-orm'
import type { MailboxTrouble } from '#engine/mail/holds.ts'
import { mailHoldWording, rejectionWording, waitWording } from '#engine/mail/wordings.ts'
import { personContacted } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { recordTrouble } from '../mailboxes/health.ts'
import type { MailOutcome } from '../mailboxes/smtp.ts'
import { suppress } from '../mailboxes/suppressions.ts'
import { mailbox } from '../mailboxes/tables.ts'
import { changeMessage, lockOutgoing, type MessageKey, type OutgoingRow } from '../outbox/outgoing-row.ts'
import { conversation } from '../tables.ts'

/** How long a server may ask to wait before a mail is given up, as mail servers do it themselves. */
const waitsMost = 2 * 24 * 3_600_000
const reconnectMs = 15 * 60_000

/** Returns how long to wait after so many tries: 5 minutes, then longer, at most 6 hours. */
function waitMs(tries: number): number {
  return Math.min(5 * 60_000 * 3 ** (tries - 1), 6 * 3_600_000)
}

/** Stores what became of an armed mail, once. Does nothing if it was settled before, or armed again since. */
export async function settleMail(
  ctx: Ctx,
  tx: Transaction,
  { tries, ...key }: MessageKey & { tries: number },
  outcome: Exclude<MailOutcome, { state: 'unknown' }>,
): Promise<void> {
  const found = await lockOutgoing(tx, key)
  if (found?.row.state !== 'armed' || found.row.tries !== tries) return
  const { row, place } = found
  switch (outcome.state) {
    case 'sent':
      await recordSentMail(ctx, tx, found, { at: ctx.now(), isListed: false })
      break
    case 'refused':
      await recordRejected(ctx, tx, found, outcome)
      break
    case 'later': {
      const isOver = ctx.now().getTime() - row.createdAt.getTime() > waitsMost
      if (isOver) await recordRejected(ctx, tx, found, { ...outcome, isAddress: false })
      else await wait(ctx, tx, found, { hold: 'mailServer', words: outcome.words })
      break
    }
    case 'failed':
      await wait(ctx, tx, found, { hold: 'mailbox', trouble: outcome.trouble })
      break
  }
  await announce(ctx, tx, 'messages', [key.projectId], place.id)
}

/** Records that a mail was sent: the server accepted it, or it is in the folder of sent mails (`isListed`). */
export async function recordSentMail(
  ctx: Ctx,
  tx: Transaction,
  { row, place, to }: OutgoingRow,
  { at, isListed }: { at: Date; isListed: boolean },
): Promise<void> {
  await changeMessage(ctx, tx, row, {
    ...{
      state: isListed ? 'confirmed' : 'sent',
      sentAt: at,
      dueAt: null,
      hold: null,
      reason: null,
      deferredUntil: null,
    },
  })
  await tx
    .update(conversation)
    .set({ lastAt: at, updatedAt: ctx.now() })
    .where(and(eq(conversation.projectId, place.projectId), eq(conversation.id, place.id)))
  if (to) await personContacted(ctx, tx, { projectId: place.projectId, id: to.id })
  if (isListed || place.mailboxId === null) return
  // The next reading puts a copy into the folder of sent mails.
  const isBox = and(eq(mailbox.projectId, place.projectId), eq(mailbox.id, place.mailboxId))
  await tx.update(mailbox).set({ dueAt: ctx.now() }).where(isBox)
  await ctx.queue.send(tx, 'mailboxes', {})
}

async function recordRejected(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: OutgoingRow,
  { words, isAddress }: { words: string; isAddress: boolean },
): Promise<void> {
  await changeMessage(ctx, tx, row, {
    ...{ state: 'refused', refusal: isAddress ? 'bounced' : 'rejected', reason: rejectionWording(words, isAddress) },
    ...{ dueAt: null, hold: null, deferredUntil: null },
  })
  if (!isAddress || place.address === null) return
  await suppress(ctx, tx, { projectId: place.projectId, address: place.address, reason: 'bounced' })
}

async function wait(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: OutgoingRow,
  why: { hold: 'mailServer'; words: string } | { hold: 'mailbox'; trouble: MailboxTrouble },
): Promise<void> {
  const isServer = why.hold === 'mailServer'
  const until = new Date(ctx.now().getTime() + (isServer ? waitMs(row.tries) : reconnectMs))
  await changeMessage(ctx, tx, row, {
    ...{ state: 'deferred', hold: why.hold, deferredUntil: isServer ? until : null, dueAt: until },
    reason: isServer ? waitWording(why.words) : mailHoldWording('mailbox'),
  })
  if (!isServer && place.mailboxId !== null) {
    await recordTrouble(ctx, tx, { projectId: place.projectId, id: place.mailboxId }, why.trouble)
  }
}

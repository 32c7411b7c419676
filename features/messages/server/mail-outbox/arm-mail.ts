import { and, eq } from 'drizzle-orm'
import { decideMailing, type MailingDecision } from '#engine/mail/caps.ts'
import { contactWording, mailHoldWording, suppressionWording } from '#engine/mail/wordings.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import { lockMailIdentity, sendingsOfIdentity } from '../mailboxes/mailbox-sendings.ts'
import { suppressionOf } from '../mailboxes/suppressions.ts'
import { mailbox } from '../mailboxes/tables.ts'
import {
  type ConversationRow,
  changeMessage,
  lockOutgoing,
  type MessageKey,
  type OutgoingRow,
} from '../outbox/outgoing-row.ts'
import { lockMessageSettings } from '../outbox/settings.ts'
import { conversation, message } from '../tables.ts'
import { writeMail } from './write-mail.ts'

/** A mail that was committed as armed: it is sent now, or looked up in the folder of sent mails later. */
export interface ArmedMail extends MessageKey {
  mailbox: MailboxRow
  to: string
  raw: Buffer
  armedAt: Date
  tries: number
}

/** A held mail is looked at again, since what holds it may have changed. */
const lookAgainMs = 15 * 60_000

/**
 * Decides about a due mail, in one transaction: arms it, holds it, or refuses it. Its Message-ID is fixed with it.
 * Returns it if it was armed; `busy` if somebody else works on its conversation; otherwise null.
 */
export function armMail(ctx: Ctx, key: MessageKey): Promise<ArmedMail | 'busy' | null> {
  return transaction(ctx, async (tx) => {
    const settings = await lockMessageSettings(ctx, tx, key.projectId)
    const found = await lockOutgoing(tx, key, { skips: true })
    if (!found) return 'busy'
    const { row, place, to } = found
    const isDue = row.dueAt !== null && row.dueAt <= ctx.now()
    if (!isDue || (row.state !== 'queued' && row.state !== 'deferred')) return null
    if (place.address === null) throw new Error('a mail without an address')
    const address = place.address
    const box = await lockMailbox(tx, place)
    const suppression = await suppressionOf(tx, { projectId: key.projectId, address })
    const isFirst = !(await hasWrittenFrom(tx, key.projectId, address))
    const { firstMails, firstSentAt } = isFirst && box ? await sendings(ctx, tx, box) : noSendings
    const decision = decideMailing({
      ...{ now: ctx.now(), timeZone: await timeZoneOf(tx, key.projectId), settings, isFirst, firstMails },
      ...{ isSuppressed: suppression !== null, doNotContact: to?.doNotContact === true },
      mailbox: box && { ...box, firstSentAt },
    })
    if (decision.state === 'refuse') {
      const reason = suppression !== null ? suppressionWording(suppression) : contactWording('doNotContact')
      await changeMessage(ctx, tx, key, {
        ...{ state: 'refused', refusal: decision.because, reason, hold: null, deferredUntil: null, dueAt: null },
      })
      await announce(ctx, tx, 'messages', [key.projectId], place.id)
      return null
    }
    if (decision.state === 'hold') return hold(ctx, tx, found, decision)
    if (!box) throw new Error('nothing is sent without a mailbox')
    return arm(ctx, tx, found, { box, address, isFirst })
  })
}

/** Limits hold first mails only. */
const noSendings = { firstMails: [], firstSentAt: null }

async function sendings(ctx: Ctx, tx: Transaction, box: MailboxRow) {
  await lockMailIdentity(tx, box)
  return sendingsOfIdentity(ctx, tx, box)
}

async function arm(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: OutgoingRow,
  { box, address, isFirst }: { box: MailboxRow; address: string; isFirst: boolean },
): Promise<ArmedMail> {
  const { projectId, id } = row
  const messageId = row.messageId ?? `<${id}@${box.address.split('@').at(-1)}>`
  const armedAt = ctx.now()
  const raw = await writeMail(ctx, tx, { row, place }, { box, messageId, writtenAt: armedAt })
  const tries = row.tries + 1
  await changeMessage(ctx, tx, row, {
    ...{ state: 'armed', mailboxId: box.id, messageId, isFirst, armedAt, tries },
    ...{ dueAt: null, hold: null, reason: null, deferredUntil: null },
  })
  if (isFirst && box.firstSentAt === null) {
    const isBox = and(eq(mailbox.projectId, projectId), eq(mailbox.id, box.id))
    await tx.update(mailbox).set({ firstSentAt: armedAt }).where(isBox)
  }
  await announce(ctx, tx, 'messages', [projectId], place.id)
  return { projectId, id, mailbox: box, to: address, raw, armedAt, tries }
}

async function lockMailbox(tx: Transaction, { projectId, mailboxId }: ConversationRow): Promise<MailboxRow | null> {
  if (mailboxId === null) return null
  const [row] = await tx
    .select()
    .from(mailbox)
    .where(and(eq(mailbox.projectId, projectId), eq(mailbox.id, mailboxId)))
    .for('update')
  return row ?? null
}

async function timeZoneOf(tx: Transaction, projectId: string): Promise<string> {
  const [row] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
  if (!row) throw new Error('a mail without a project')
  return row.timeZone
}

/** Returns whether somebody wrote from an address to the project. Automatic replies don't count. */
async function hasWrittenFrom(tx: Transaction, projectId: string, address: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: message.id })
    .from(message)
    .innerJoin(
      conversation,
      and(eq(conversation.projectId, message.projectId), eq(conversation.id, message.conversationId)),
    )
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(conversation.address, address)],
        ...[eq(message.direction, 'in'), eq(message.isAutomatic, false)],
      ),
    )
    .limit(1)
  return row !== undefined
}

async function hold(
  ctx: Ctx,
  tx: Transaction,
  { row, place }: OutgoingRow,
  { hold: which, until }: Extract<MailingDecision, { state: 'hold' }>,
): Promise<null> {
  const again = new Date(ctx.now().getTime() + lookAgainMs)
  await changeMessage(ctx, tx, row, {
    ...{ state: 'deferred', hold: which, reason: mailHoldWording(which), deferredUntil: until },
    dueAt: until !== null && until < again ? until : again,
  })
  if (row.hold !== which) await announce(ctx, tx, 'messages', [row.projectId], place.id)
  return null
}

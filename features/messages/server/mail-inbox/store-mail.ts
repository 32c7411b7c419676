import { and, eq, inArray, sql } from 'drizzle-orm'
import { bounceWording } from '#engine/mail/wordings.ts'
import { asksToStop } from '#engine/messages/stop.ts'
import { person, personAnswered, personAskedToStop } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { endForAnswer } from '../campaigns/take-back.ts'
import { refuseUnsent } from '../inbox/refuse-unsent.ts'
import { recordSentMail } from '../mail-outbox/settle-mail.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import { suppress } from '../mailboxes/suppressions.ts'
import { changeMessage, lockOutgoing } from '../outbox/outgoing-row.ts'
import { conversation, message } from '../tables.ts'
import type { FolderMail } from './read-folder.ts'

type Attachments = (typeof message.$inferSelect)['attachments']
/** A mail with its text and files. */
export type WholeMail = FolderMail & { attachments: Attachments }

type KnownMail = Pick<typeof message.$inferSelect, 'id' | 'conversationId' | 'direction' | 'state' | 'sentAt'>

/** What a mailbox knows about mails of a folder. */
export interface Known {
  /** The stored messages by Message-ID. */
  messages: Map<string, KnownMail>
  /** The people who gave one of the addresses. */
  people: Map<string, string>
}

/** Reads what a mailbox knows about mails, by their Message-IDs and addresses. */
export async function readKnown(
  tx: Transaction,
  { projectId, id }: MailboxRow,
  mails: readonly FolderMail[],
): Promise<Known> {
  const ids = [
    ...new Set(mails.flatMap((mail) => [mail.messageId, ...mail.follows, ...(mail.bounce?.messageIds ?? [])])),
  ]
  const addresses = [...new Set(mails.flatMap(({ from, to }) => [from, ...to].flatMap((each) => each?.address ?? [])))]
  const stored = await tx
    .select({
      ...{ id: message.id, conversationId: message.conversationId, direction: message.direction },
      ...{ state: message.state, messageId: message.messageId, sentAt: message.sentAt },
    })
    .from(message)
    .where(and(eq(message.projectId, projectId), eq(message.mailboxId, id), inArray(message.messageId, ids)))
  const people = await tx
    .select({ id: person.id, email: sql<string>`lower(${person.email})` })
    .from(person)
    .where(and(eq(person.projectId, projectId), inArray(sql`lower(${person.email})`, addresses)))
  return {
    messages: new Map(stored.map((row) => [row.messageId ?? '', row])),
    people: new Map(people.map((row) => [row.email, row.id])),
  }
}

/** Returns the address that a mail is about: who wrote it, or, of a mail from the mailbox itself, to whom it went. */
function otherSideOf({ address }: Pick<MailboxRow, 'address'>, mail: FolderMail, folder: 'inbox' | 'sent') {
  return folder === 'inbox' ? mail.from : (mail.to.find((each) => each.address !== address) ?? null)
}

/** Returns whether a mail concerns the project (docs/decisions/0119), by its headers. */
export function concerns(box: MailboxRow, mail: FolderMail, known: Known, folder: 'inbox' | 'sent'): boolean {
  if (known.messages.has(mail.messageId)) return folder === 'sent'
  if (folder === 'inbox' && mail.from?.address === box.address) return false
  if (mail.follows.some((id) => known.messages.has(id))) return true
  const other = otherSideOf(box, mail, folder)
  return other !== null && (known.people.has(other.address) || box.showsAll)
}

/** Stores a mail of the inbox, once. A report changes the mail that it is about instead. */
export async function storeIncoming(
  ctx: Ctx,
  tx: Transaction,
  box: MailboxRow,
  mail: WholeMail,
  known: Known,
): Promise<void> {
  const { projectId } = box
  if (mail.bounce) {
    const about = mail.bounce.messageIds.map((id) => known.messages.get(id)).find((each) => each?.direction === 'out')
    if (about) return recordBounce(ctx, tx, box, about.id, mail)
  }
  if (!mail.from || known.messages.has(mail.messageId)) return
  const place = await placeOf(ctx, tx, box, { mail, known, other: mail.from })
  const at = timeOfAnswer(mail, known)
  const added = await insert(ctx, tx, box, { mail: { ...mail, at }, place, direction: 'in', state: 'received' })
  if (!added) return
  // An answer shows that what it answers arrived.
  const parent = mail.follows.map((id) => known.messages.get(id)).find((each) => each?.state === 'armed')
  if (parent) await confirm(ctx, tx, { projectId, id: parent.id }, mail.at)
  // A notice of absence waits for nobody.
  await touch(ctx, tx, place, at, mail.isAutomatic ? {} : { unread: true, state: 'open', snoozedUntil: null })
  if (!mail.isAutomatic) await hear(ctx, tx, box, place, mail)
  await announce(ctx, tx, 'messages', [projectId], place.id)
}

/** Returns when a mail was sent, after what it answers: its own date has whole seconds, and its clock may be behind. */
function timeOfAnswer({ at, follows }: WholeMail, { messages }: Known): Date {
  const answered = follows.map((id) => messages.get(id)?.sentAt?.getTime() ?? 0)
  return new Date(Math.max(at.getTime(), ...answered.map((time) => time + 1)))
}

/** Stores a mail of the folder of sent mails, once, or confirms that one of ours is there. */
export async function storeSent(
  ctx: Ctx,
  tx: Transaction,
  box: MailboxRow,
  mail: WholeMail,
  known: Known,
): Promise<void> {
  const { projectId } = box
  const own = known.messages.get(mail.messageId)
  if (own) return confirm(ctx, tx, { projectId, id: own.id }, mail.at)
  const other = otherSideOf(box, mail, 'sent')
  if (!other) return
  const place = await placeOf(ctx, tx, box, { mail, known, other })
  const added = await insert(ctx, tx, box, { mail, place, direction: 'out', state: 'confirmed' })
  if (!added) return
  // Whoever wrote by hand has read what came before.
  const unread = sql`coalesce(${conversation.unread} and ${conversation.lastAt} > ${mail.at.toISOString()}, false)`
  await touch(ctx, tx, place, mail.at, { unread })
  await announce(ctx, tx, 'messages', [projectId], place.id)
}

type Place = Pick<typeof conversation.$inferSelect, 'projectId' | 'id' | 'personId' | 'address'>

/** Returns the conversation of a mail, locked: the thread that it follows, or a new one. */
async function placeOf(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: mailboxId }: MailboxRow,
  { mail, known, other }: { mail: WholeMail; known: Known; other: NonNullable<FolderMail['from']> },
): Promise<Place> {
  const { id, personId, address } = conversation
  const followed = mail.follows.map((each) => known.messages.get(each)).find((each) => each !== undefined)
  if (followed) {
    const [place] = await tx
      .select({ projectId: conversation.projectId, id, personId, address })
      .from(conversation)
      .where(and(eq(conversation.projectId, projectId), eq(id, followed.conversationId)))
      .for('update')
    if (place) return place
  }
  const now = ctx.now()
  const own = { projectId, id: ctx.id(), personId: known.people.get(other.address) ?? null, address: other.address }
  await tx.insert(conversation).values({
    ...own,
    ...{ mailboxId, addressName: other.name, title: mail.subject, channel: 'mail', kind: 'mail', state: 'open' },
    ...{ createdAt: now, updatedAt: now },
  })
  return own
}

/** Returns whether the mail was new. Another mail of the same conversation may have been read just before. */
async function insert(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id: mailboxId }: MailboxRow,
  {
    mail,
    place,
    direction,
    state,
  }: { mail: WholeMail; place: Place; direction: 'in' | 'out'; state: 'received' | 'confirmed' },
): Promise<boolean> {
  const now = ctx.now()
  const rows = await tx
    .insert(message)
    .values({
      ...{ projectId, id: ctx.id(mail.at), conversationId: place.id, channel: 'mail', mailboxId, direction, state },
      ...{ text: mail.text, subject: mail.subject, messageId: mail.messageId, inReplyTo: mail.follows[0] ?? null },
      ...{ fromAddress: mail.from?.address ?? null, attachments: mail.attachments, isAutomatic: mail.isAutomatic },
      ...{ sentAt: mail.at, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: message.id })
  return rows.length > 0
}

async function touch(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: Place,
  at: Date,
  changes: Record<string, unknown>,
): Promise<void> {
  const lastAt = sql`greatest(${conversation.lastAt}, ${at.toISOString()}::timestamptz)`
  await tx
    .update(conversation)
    .set({ ...changes, lastAt, updatedAt: ctx.now() })
    .where(and(eq(conversation.projectId, projectId), eq(conversation.id, id)))
}

/** Notes what a mail says about the address and the person who wrote it. */
async function hear(ctx: Ctx, tx: Transaction, box: MailboxRow, place: Place, mail: WholeMail): Promise<void> {
  const { projectId } = box
  const stops = asksToStop(mail.text)
  if (stops && mail.from) await suppress(ctx, tx, { projectId, address: mail.from.address, reason: 'asked' })
  // Whoever writes from another address may be somebody else.
  if (place.personId === null || mail.from?.address !== place.address) return
  const known = { projectId, id: place.personId }
  await personAnswered(ctx, tx, known)
  await endForAnswer(ctx, tx, known, { at: mail.at, asksToStop: stops })
  if (!stops) return
  const day = mail.at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  await personAskedToStop(ctx, tx, known, `Asked not to be contacted, in an email of ${day}.`)
  await refuseUnsent(ctx, tx, known)
}

/** Records that the folder of sent mails, or an answer, shows that a mail was sent. */
async function confirm(ctx: Ctx, tx: Transaction, key: { projectId: string; id: string }, at: Date): Promise<void> {
  const found = await lockOutgoing(tx, key)
  if (!found) return
  const { row, place } = found
  if (row.state === 'armed') await recordSentMail(ctx, tx, found, { at, isListed: true })
  else if (row.state === 'sent') await changeMessage(ctx, tx, row, { state: 'confirmed' })
  else return
  await announce(ctx, tx, 'messages', [key.projectId], place.id)
}

/** Records that one of our mails came back. If its address doesn't exist, nothing else is sent there. */
async function recordBounce(ctx: Ctx, tx: Transaction, box: MailboxRow, id: string, mail: WholeMail): Promise<void> {
  const { projectId } = box
  const { bounce } = mail
  if (bounce?.outcome !== 'failed') return
  const found = await lockOutgoing(tx, { projectId, id })
  if (!found) return
  const { row, place } = found
  if (!['armed', 'sent', 'confirmed'].includes(row.state)) return
  await changeMessage(ctx, tx, row, {
    ...{ state: 'refused', refusal: 'bounced', reason: bounceWording(bounce.words), sentAt: row.sentAt ?? row.armedAt },
    ...{ hold: null, dueAt: null, deferredUntil: null },
  })
  if (bounce.isHard && place.address !== null) {
    await suppress(ctx, tx, { projectId, address: place.address, reason: 'bounced' })
  }
  await touch(ctx, tx, place, mail.at, { unread: true, state: 'open', snoozedUntil: null })
  await announce(ctx, tx, 'messages', [projectId], place.id)
}

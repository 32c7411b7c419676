import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { ImapFlow } from 'imapflow'
import { mailHoldWording } from '#engine/mail/wordings.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { credentialsOf } from '../mailboxes/credentials.ts'
import { recordTrouble } from '../mailboxes/health.ts'
import { withImap } from '../mailboxes/imap.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import { MailboxError, serversOf } from '../mailboxes/servers.ts'
import { mailbox } from '../mailboxes/tables.ts'
import { message } from '../tables.ts'
import { fileCopies, sentFolderOf } from './file-copies.ts'
import { type FolderMail, openFolder, readHeaders, readWhole } from './read-folder.ts'
import { concerns, type Known, readKnown, storeIncoming, storeSent, type WholeMail } from './store-mail.ts'

/** How long Earshot looks for a mail whose call didn't end, before it asks a member. */
const unclearMs = 10 * 60_000
const mailboxesAtOnce = 5
/** How long one run lasts, in ms. The next one goes on. */
const runMs = 50_000
const leaseMs = 5 * 60_000
/** How often a mailbox is read, and how long to wait after a failure at most. */
const everyMs = 2 * 60_000
const backoffMost = 3_600_000
/** Mails per transaction; after a failure, one, so that a single bad mail is found. */
const batchMost = 25
/** After so many failures at the same mail, it is left out. */
const patienceMost = 3

/** Reads the mailboxes that are due, and finds out what became of mails whose call didn't end. */
export async function readMailboxes(ctx: Ctx): Promise<void> {
  const startedAt = ctx.now().getTime()
  while (!ctx.stopping.aborted && ctx.now().getTime() - startedAt < runMs) {
    const due = await claimDue(ctx)
    if (due.length === 0) break
    await Promise.all(due.map((box) => readMailbox(ctx, box)))
  }
  await askMembers(ctx)
}

/** Takes the mailboxes that are due, for some minutes. */
function claimDue(ctx: Ctx): Promise<MailboxRow[]> {
  return transaction(ctx, async (tx) => {
    const { projectId, id, dueAt, state } = mailbox
    const due = await tx
      .select({ projectId, id })
      .from(mailbox)
      .where(and(ne(state, 'disconnected'), or(isNull(dueAt), lte(dueAt, ctx.now()))))
      .orderBy(sql`${dueAt} nulls first`, asc(id))
      .limit(mailboxesAtOnce)
      .for('update', { skipLocked: true })
    const ids = due.map((row) => row.id)
    if (ids.length === 0) return []
    const until = new Date(ctx.now().getTime() + leaseMs)
    return tx.update(mailbox).set({ dueAt: until }).where(inArray(id, ids)).returning()
  })
}

/** Reads a mailbox. What goes wrong with its server is recorded for people. */
async function readMailbox(ctx: Ctx, box: MailboxRow): Promise<void> {
  try {
    const credentials = await credentialsOf(ctx, box)
    const isDone = await withImap(ctx, serversOf(box).imap, credentials, async (client) => {
      const sentFolder = await sentFolderOf(client)
      if (sentFolder !== null) await fileCopies(ctx, client, box, sentFolder)
      const hasSent = sentFolder === null || (await readFolder(ctx, client, box, { folder: 'sent', path: sentFolder }))
      return (await readFolder(ctx, client, box, { folder: 'inbox', path: 'INBOX' })) && hasSent
    })
    await finish(ctx, box, isDone)
  } catch (error) {
    if (!(error instanceof MailboxError))
      ctx.log.error({ mailbox: box.id, ...faultOf(error) }, 'reading a mailbox failed')
    const trouble = error instanceof MailboxError ? error.trouble : 'refused'
    const at = new Date(ctx.now().getTime() + Math.min(everyMs * 2 ** Math.min(box.failures, 10), backoffMost))
    await transaction(ctx, async (tx) => {
      await recordTrouble(ctx, tx, box, trouble)
      await tx.update(mailbox).set({ dueAt: at }).where(isRow(box))
    })
  }
}

function isRow({ projectId, id }: Pick<MailboxRow, 'projectId' | 'id'>) {
  return and(eq(mailbox.projectId, projectId), eq(mailbox.id, id), ne(mailbox.state, 'disconnected'))
}

async function finish(ctx: Ctx, box: MailboxRow, isDone: boolean): Promise<void> {
  const now = ctx.now()
  const wasFailing = box.state === 'failing'
  await transaction(ctx, async (tx) => {
    await tx
      .update(mailbox)
      .set({
        ...{ state: 'connected', trouble: null, failures: 0, readAt: now },
        // A mail that was sent meanwhile made it due again.
        dueAt: sql`case when ${mailbox.dueAt} > ${new Date(now.getTime() + everyMs).toISOString()}
          then ${(isDone ? new Date(now.getTime() + everyMs) : now).toISOString()}::timestamptz else ${mailbox.dueAt} end`,
      })
      .where(isRow(box))
    if (wasFailing) await announce(ctx, tx, 'messages', [box.projectId])
  })
}

interface FolderToRead {
  folder: 'inbox' | 'sent'
  path: string
}

/** Reads the new mails of a folder. Returns false if there are more. */
async function readFolder(
  ctx: Ctx,
  client: ImapFlow,
  box: MailboxRow,
  { folder, path }: FolderToRead,
): Promise<boolean> {
  const isInbox = folder === 'inbox'
  const isOther = !isInbox && box.sentFolder !== path
  const mark = isInbox
    ? { validity: box.inboxValidity, uid: box.inboxUid }
    : { validity: isOther ? null : box.sentValidity, uid: box.sentUid }
  const { validity, uids } = await openFolder(ctx, client, path, { mark, since: box.connectedAt })
  const size = box.failures > 0 ? 1 : batchMost
  if (uids.length === 0 && mark.validity !== validity) await saveMark(ctx, box, { folder, path, validity, uid: 0 })
  for (let from = 0; from < uids.length; from += size) {
    if (ctx.stopping.aborted) return false
    const batch = uids.slice(from, from + size)
    const next = { folder, path, validity, uid: batch.at(-1) as number }
    try {
      await readBatch(ctx, client, box, batch, next)
    } catch (error) {
      // A mail that the server or the client can't handle would hold up all others.
      if (box.failures < patienceMost) throw error
      ctx.log.warn({ mailbox: box.id, uid: next.uid, ...faultOf(error) }, 'left out a mail that cannot be read')
      await saveMark(ctx, box, next)
      throw error
    }
  }
  return uids.length < 500
}

type Mark = FolderToRead & { validity: number; uid: number }

/** Stores some mails and how far the folder was read, in one transaction. */
async function readBatch(ctx: Ctx, client: ImapFlow, box: MailboxRow, uids: readonly number[], mark: Mark) {
  const { folder } = mark
  const arrived = (mail: FolderMail) => mail.at >= box.connectedAt
  const mails = (await readHeaders(ctx, client, uids)).filter(arrived)
  const known = await transaction(ctx, (tx) => readKnown(tx, box, mails))
  const wanted = mails.filter((mail) => concerns(box, mail, known, folder) || (folder === 'inbox' && mayReport(mail)))
  const whole: WholeMail[] = []
  for (const mail of wanted) {
    const isKnown = known.messages.has(mail.messageId)
    const read = isKnown ? { parsed: mail, attachments: [] } : await readWhole(client, mail.uid)
    if (read) whole.push({ ...read.parsed, uid: mail.uid, at: mail.at, attachments: read.attachments })
  }
  await transaction(ctx, async (tx) => {
    // The mailbox may have been disconnected meanwhile.
    const [current] = await tx.select().from(mailbox).where(isRow(box)).for('update')
    if (!current) return
    for (const mail of whole) {
      // Mails of one batch may follow each other.
      const now: Known = await readKnown(tx, current, [mail])
      const isReport = mail.bounce?.messageIds.some((id) => now.messages.has(id)) ?? false
      if (folder === 'sent') await storeSent(ctx, tx, current, mail, now)
      else if (isReport || concerns(current, mail, now, folder)) await storeIncoming(ctx, tx, current, mail, now)
    }
    await tx.update(mailbox).set(markColumns(mark)).where(isRow(box))
  })
}

/** Whether a mail may be a report about one of ours: then its text is needed to decide. */
function mayReport({ bounce, from, isAutomatic }: FolderMail): boolean {
  return bounce !== null || (isAutomatic && from === null) || /^(?:mailer-daemon|postmaster)@/.test(from?.address ?? '')
}

async function saveMark(ctx: Ctx, box: MailboxRow, mark: Mark): Promise<void> {
  await transaction(ctx, (tx) => tx.update(mailbox).set(markColumns(mark)).where(isRow(box)))
}

function markColumns({ folder, path, validity, uid }: Mark) {
  return folder === 'inbox'
    ? { inboxValidity: validity, inboxUid: uid }
    : { sentFolder: path, sentValidity: validity, sentUid: uid }
}

/** Asks a member about mails that were looked for long enough. */
async function askMembers(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const rows = await tx
      .update(message)
      .set({ hold: 'unclear', reason: mailHoldWording('unclear'), updatedAt: ctx.now() })
      .where(
        and(
          ...[eq(message.channel, 'mail'), eq(message.state, 'armed'), isNull(message.hold)],
          lte(message.armedAt, new Date(ctx.now().getTime() - unclearMs)),
        ),
      )
      .returning({ projectId: message.projectId })
    await announce(ctx, tx, 'messages', [...new Set(rows.map(({ projectId }) => projectId))])
  })
}

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { asksToStop } from '#engine/messages/stop.ts'
import { nextCheckAt, urgencyOf } from '#engine/reddit/rechecks.ts'
import { forgetEmails, personAnswered, personAskedToStop } from '#features/crm/server/index.ts'
import { forgetAccounts, forgetReceived, type InboxAccount, type InboxItem } from '#features/reddit/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { endForAnswer } from '../campaigns/take-back.ts'
import { hasWritten } from '../outbox/lead-author.ts'
import { projectOf } from '../outbox/project-of.ts'
import { recordSentByHand } from '../outbox/sendings.ts'
import { conversation, message } from '../tables.ts'
import { type ConversationRow, conversationOf } from './conversations-of-items.ts'
import { confirmOwn } from './own-messages.ts'
import { type PlacedItem, placeItem } from './place-item.ts'
import { refuseUnsent } from './refuse-unsent.ts'

type MessageRow = typeof message.$inferSelect

/** Stores a page of what an account received or sent, each item once. */
export async function storeItems(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  items: readonly InboxItem[],
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  const placed = new Map(items.map((item) => [item.name, placeItem(item, account)]))
  const known = await knownMessages(tx, account, [...placed.keys()])
  const changed = new Set<string>()
  // Of two items of the same second, Reddit lists the older one last.
  const oldestFirst = [...placed.values()].toReversed().toSorted((a, b) => timeOf(a) - timeOf(b))
  for (const item of oldestFirst) {
    if (!item) continue
    const stored = known.get(item.name)
    if (stored) {
      if (await refresh(ctx, tx, account, stored, item)) changed.add(stored.conversationId)
    } else if (item.gone === null) {
      changed.add(await add(ctx, tx, account, item, { isUnread: item.isNew || !isFirst }))
    }
  }
  for (const id of changed) await announce(ctx, tx, 'messages', [account.projectId], id)
}

function timeOf(item: PlacedItem | null): number {
  return item?.sentAt?.getTime() ?? 0
}

/** Returns the stored messages with these names, also those of an account that was disconnected since. */
async function knownMessages(
  tx: Transaction,
  account: InboxAccount,
  names: readonly string[],
): Promise<Map<string | null, MessageRow>> {
  if (names.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(message)
    .where(
      and(
        eq(message.projectId, account.projectId),
        inArray(message.outsideName, [...names]),
        or(eq(message.accountId, account.id), isNull(message.accountId)),
      ),
    )
    // The rows of this account replace others with the same name.
    .orderBy(sql`${message.accountId} nulls first`, message.id)
  return new Map(rows.map((row) => [row.outsideName, row]))
}

/** Applies what Reddit says now about a stored message. Returns whether anything changed. */
async function refresh(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  stored: MessageRow,
  item: PlacedItem,
): Promise<boolean> {
  const own = and(eq(message.projectId, stored.projectId), eq(message.id, stored.id))
  if (stored.accountId === null) {
    await tx.update(message).set({ accountId: account.id }).where(own)
    // A message is between two accounts of the project, and this is the other's.
    if (item.gone === null) await conversationOf(ctx, tx, account, item)
  }
  if (stored.direction !== 'in' || stored.text === '') return false
  if (item.gone !== null) return forget(ctx, tx, stored, item.gone)
  if (stored.text === item.text) return false
  await tx.update(message).set({ text: item.text, updatedAt: ctx.now() }).where(own)
  await forgetEmails(ctx, tx, [stored])
  return true
}

/** Forgets a message, or the person whose account is gone with everything that they wrote. */
async function forget(ctx: Ctx, tx: Transaction, stored: MessageRow, gone: 'text' | 'account'): Promise<true> {
  const { projectId, conversationId } = stored
  const [of] = await tx
    .select({ id: conversation.personId, recipient: conversation.recipient })
    .from(conversation)
    .where(and(eq(conversation.projectId, projectId), eq(conversation.id, conversationId)))
  if (gone === 'account' && of?.id) await forgetAccounts(ctx, tx, [{ projectId, id: of.id, recipient: of.recipient }])
  else await forgetReceived(ctx, tx, [stored])
  return true
}

/** Adds an item to its conversation. Returns the conversation's ID. */
async function add(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  item: PlacedItem,
  { isUnread }: { isUnread: boolean },
): Promise<string> {
  const found = await conversationOf(ctx, tx, account, item)
  const reported = item.sentAt ?? ctx.now()
  const at = item.direction === 'in' ? arrivalOf(reported, found.lastAt) : reported
  if (item.direction === 'out') {
    const own = await confirmOwn(ctx, tx, account, { conversation: found, item, at })
    if (own === null) await insert(ctx, tx, account, { conversation: found, item, at })
    if (own === null || own.isByHand) await countByHand(ctx, tx, account, { conversation: found, item, at })
    const of = own?.conversationId ?? found.id
    // Whoever wrote on Reddit has read what came before.
    const unread = sql`coalesce(${conversation.unread} and ${conversation.lastAt} > ${at.toISOString()}, false)`
    await touch(ctx, tx, { projectId: account.projectId, id: of }, at, { unread })
    return of
  }
  await insert(ctx, tx, account, { conversation: found, item, at })
  // A snoozed conversation or one that is done is reopened.
  await touch(ctx, tx, found, at, isUnread ? { unread: true, state: 'open', snoozedUntil: null } : {})
  await hear(ctx, tx, found, item, at)
  return found.id
}

/**
 * Returns when a message arrived: just after the newest one if both are of the same second. Reddit reports whole seconds,
 * so an answer would seem older than the message it answers.
 */
function arrivalOf(reported: Date, newest: Date | null): Date {
  if (newest === null) return reported
  const ahead = newest.getTime() - reported.getTime()
  return ahead > 0 && ahead < 1000 ? new Date(newest.getTime() + 1) : reported
}

/** Lets the limits count a direct message that somebody sent on Reddit. */
async function countByHand(
  ctx: Ctx,
  tx: Transaction,
  { projectId, clientId, subject, realm }: InboxAccount,
  { conversation: of, item, at }: { conversation: ConversationRow; item: PlacedItem; at: Date },
): Promise<void> {
  const { ownerId } = await projectOf(tx, projectId)
  const { personId: id, recipient } = of
  const isFirst = of.kind === 'message' && id !== null && !(await hasWritten(tx, { projectId, id, recipient }, at))
  const { name, handle, text } = item
  await recordSentByHand(ctx, tx, { clientId, subject, realm, ownerId, name, handle, isFirst, text, at })
}

async function insert(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  { conversation: of, item, at }: { conversation: ConversationRow; item: PlacedItem; at: Date },
): Promise<void> {
  const { direction, text, subject, permalink, parentName } = item
  const now = ctx.now()
  const urgency = urgencyOf({ isShown: true, postedAt: at.getTime() }, now.getTime())
  const recheckAt = item.threadId === null ? null : new Date(nextCheckAt(urgency, now.getTime()))
  await tx
    .insert(message)
    .values({
      ...{ projectId: account.projectId, conversationId: of.id, accountId: account.id, outsideName: item.name },
      // IDs follow the time, so that messages are listed in their order.
      ...{ id: ctx.id(at), direction, state: direction === 'in' ? 'received' : 'confirmed' },
      ...{ text, subject, permalink, parentName, recheckAt, sentAt: at, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
}

/** Moves a conversation to where its newest message belongs, and changes it otherwise. */
async function touch(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: Pick<ConversationRow, 'projectId' | 'id'>,
  at: Date,
  changes: PgUpdateSetSource<typeof conversation>,
): Promise<void> {
  const lastAt = sql`greatest(${conversation.lastAt}, ${at.toISOString()}::timestamptz)`
  await tx
    .update(conversation)
    .set({ ...changes, lastAt, updatedAt: ctx.now() })
    .where(and(eq(conversation.projectId, projectId), eq(conversation.id, id)))
}

/** Notes what a message says about the person who wrote it. Moderators and Reddit speak for others. */
async function hear(
  ctx: Ctx,
  tx: Transaction,
  { projectId, personId }: ConversationRow,
  { kind, isOfficial, text }: PlacedItem,
  at: Date,
): Promise<void> {
  if (personId === null || isOfficial) return
  const known = { projectId, id: personId }
  if (kind !== 'mention') await personAnswered(ctx, tx, known)
  const stops = asksToStop(text)
  if (kind !== 'mention') await endForAnswer(ctx, tx, known, { at, asksToStop: stops })
  if (!stops) return
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  await personAskedToStop(ctx, tx, known, `Asked not to be contacted, in a ${nouns[kind]} of ${day}.`)
  await refuseUnsent(ctx, tx, known)
}

const nouns = { message: 'message', comment: 'comment', mention: 'comment', modmail: 'message' } as const

import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { storedForm } from '#engine/messages/text-form.ts'
import type { InboxAccount } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isWithAccount } from '../recipient.ts'
import { conversation, message } from '../tables.ts'
import type { ConversationRow } from './conversations-of-items.ts'
import type { PlacedItem } from './place-item.ts'

/** How much the clocks of Reddit and of this server may differ. */
const clocksMs = 60_000
/** The states of a message that may be the one that Reddit lists. What waits or is a draft was sent by hand. */
const byHand = ['queued', 'deferred', 'draft'] as const
const unlisted = ['armed', 'sent', ...byHand] as const

/**
 * Recognizes a sent message as one of the project's to the same person or community, by its text. The outbox itself
 * finds out what became of a message that is being sent, so it only gets its name. Returns its conversation and
 * whether somebody copied it to Reddit; null if it was written there.
 */
export async function confirmOwn(
  ctx: Ctx,
  tx: Transaction,
  account: InboxAccount,
  { conversation: of, item, at }: { conversation: ConversationRow; item: PlacedItem; at: Date },
): Promise<{ conversationId: string; isByHand: boolean } | null> {
  const { projectId, personId } = of
  // The team may have begun more than one direct conversation with a person.
  const sameSide =
    of.kind === 'message' && personId
      ? and(eq(conversation.kind, 'message'), isWithAccount({ projectId, id: personId, recipient: of.recipient }))
      : eq(conversation.id, of.id)
  const conversations = tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(eq(conversation.projectId, projectId), sameSide))
  const rows = await tx
    .select({
      ...{ id: message.id, conversationId: message.conversationId, state: message.state },
      ...{ text: message.text },
    })
    .from(message)
    .where(
      and(
        ...[eq(message.projectId, projectId), inArray(message.conversationId, conversations)],
        or(isNull(message.accountId), eq(message.accountId, account.id)),
        ...[eq(message.direction, 'out'), isNull(message.outsideName), inArray(message.state, [...unlisted])],
        lte(message.createdAt, new Date(at.getTime() + clocksMs)),
      ),
    )
    .orderBy(sql`array_position(${sql.param([...unlisted])}::text[], ${message.state})`, asc(message.id))
    .for('update')
  const own = rows.find(({ text }) => storedForm(text) === storedForm(item.text))
  if (!own) return null
  const listed = { outsideName: item.name, accountId: account.id, updatedAt: ctx.now() }
  const settled = {
    state: 'confirmed',
    sentAt: at,
    dueAt: null,
    hold: null,
    deferredUntil: null,
    reason: null,
  } as const
  await tx
    .update(message)
    .set(own.state === 'armed' ? listed : { ...listed, ...settled })
    .where(and(eq(message.projectId, projectId), eq(message.id, own.id)))
  return { conversationId: own.conversationId, isByHand: byHand.some((state) => state === own.state) }
}

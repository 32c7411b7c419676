import { and, eq } from 'drizzle-orm'
import { type PersonAccount, person } from '#features/crm/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { conversation, message } from '../tables.ts'

export type MessageRow = typeof message.$inferSelect
export type ConversationRow = typeof conversation.$inferSelect
export interface MessageKey {
  projectId: string
  id: string
}

/** A message that leaves, where it belongs, and to which account it goes: null for moderators. */
export interface OutgoingRow {
  row: MessageRow
  place: ConversationRow
  to: (PersonAccount & Pick<typeof person.$inferSelect, 'handle' | 'stage' | 'doNotContact'>) | null
}

/**
 * Locks a message behind its conversation until the transaction ends, in the order of the inbox. Null if the message is
 * gone or, with `skips`, if somebody else has its conversation now.
 */
export async function lockOutgoing(
  tx: Transaction,
  key: MessageKey,
  { skips = false }: { skips?: boolean } = {},
): Promise<OutgoingRow | null> {
  const own = isMessage(key)
  const [found] = await tx.select({ id: message.conversationId }).from(message).where(own)
  if (!found) return null
  const isPlace = and(eq(conversation.projectId, key.projectId), eq(conversation.id, found.id))
  const [place] = await tx
    .select()
    .from(conversation)
    .where(isPlace)
    .for('update', skips ? { skipLocked: true } : {})
  if (!place) return null
  const [row] = await tx.select().from(message).where(own).for('update')
  if (row?.direction !== 'out') return null
  const { id, handle, stage, doNotContact } = person
  const [to] =
    place.personId === null
      ? []
      : await tx
          .select({ id, handle, stage, doNotContact })
          .from(person)
          .where(and(eq(person.projectId, key.projectId), eq(id, place.personId)))
  const { recipient } = place
  return { row, place, to: to ? { ...to, projectId: key.projectId, recipient, handle: recipient ?? to.handle } : null }
}

function isMessage({ projectId, id }: MessageKey) {
  return and(eq(message.projectId, projectId), eq(message.id, id))
}

/** Changes a locked message. */
export async function changeMessage(
  ctx: Ctx,
  tx: Transaction,
  key: MessageKey,
  changes: Partial<typeof message.$inferInsert>,
): Promise<void> {
  await tx
    .update(message)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(isMessage(key))
}

/** Whether it is a direct message or a public reply, for the limits. */
export function kindOf({ kind }: Pick<ConversationRow, 'kind'>): 'message' | 'comment' {
  return kind === 'comment' || kind === 'mention' ? 'comment' : 'message'
}

import { and, eq, inArray } from 'drizzle-orm'
import { refusalWording } from '#engine/messages/wordings.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { conversation, message } from '../tables.ts'

/** Refuses all messages that wait to be sent to a person who asked not to be contacted. */
export async function refuseUnsent(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: { projectId: string; id: string },
): Promise<void> {
  const withThem = tx
    .select({ id: conversation.id })
    .from(conversation)
    .where(and(eq(conversation.projectId, projectId), eq(conversation.personId, id)))
  await tx
    .update(message)
    .set({
      state: 'refused',
      refusal: 'doNotContact',
      reason: refusalWording('doNotContact'),
      hold: null,
      deferredUntil: null,
      dueAt: null,
      updatedAt: ctx.now(),
    })
    .where(
      and(
        eq(message.projectId, projectId),
        inArray(message.conversationId, withThem),
        inArray(message.state, ['queued', 'deferred']),
      ),
    )
}

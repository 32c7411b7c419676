import { and, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { message } from './tables.ts'

/**
 * Throws ConflictError if somebody else answered in a conversation since the newest message that the caller saw, or
 * queued an answer. Until the transaction ends, nobody else passes this. Without `seenUntil`, the caller doesn't ask.
 */
export async function requireNoAnswer(
  ctx: Ctx,
  tx: Transaction,
  { projectId, conversationId }: { projectId: string; conversationId: string },
  seenUntil: string | null | undefined,
): Promise<void> {
  if (seenUntil === undefined) return
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('earshot answer'), hashtext(${`${projectId} ${conversationId}`}))`,
  )
  const me = authorOf(ctx)
  const [answer] = await tx
    .select({ by: user.email })
    .from(message)
    .leftJoin(user, eq(user.id, message.createdBy))
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.conversationId, conversationId)],
        ...[eq(message.direction, 'out'), inArray(message.state, ['queued', 'deferred', 'armed', 'sent', 'confirmed'])],
        me === null ? undefined : or(sql`${message.createdBy} is null`, ne(message.createdBy, me)),
        seenUntil === null ? undefined : gt(message.createdAt, new Date(seenUntil)),
      ),
    )
    .orderBy(desc(message.createdAt))
    .limit(1)
  if (!answer) return
  const who = answer.by ?? 'Somebody'
  throw new ApiError('ConflictError', `${who} has answered in the meantime. Read that answer before you send yours.`)
}

import { sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

/** Per transaction. */
const conversationsMost = 500

/** Reopens conversations that were snoozed until now. */
export async function wakeConversations(ctx: Ctx): Promise<void> {
  while ((await wakeSome(ctx)) === conversationsMost) if (ctx.stopping.aborted) return
}

async function wakeSome(ctx: Ctx): Promise<number> {
  const now = ctx.now().toISOString()
  return transaction(ctx, async (tx) => {
    const { rows } = await tx.execute<{ projectId: string }>(sql`
      with due as (
        select project_id, id from conversation where snoozed_until <= ${now}
        order by snoozed_until limit ${conversationsMost} for update skip locked
      )
      update conversation c set state = 'open', snoozed_until = null, updated_at = ${now}
      from due d where (c.project_id, c.id) = (d.project_id, d.id)
      returning c.project_id as "projectId"`)
    await announce(ctx, tx, 'messages', [...new Set(rows.map(({ projectId }) => projectId))])
    return rows.length
  })
}

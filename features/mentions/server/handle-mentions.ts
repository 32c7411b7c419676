import { and, eq, inArray, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { HandledMentions } from '../contract.ts'
import { mention } from './tables.ts'

/**
 * Marks several mentions of a project as handled, or undoes that. Returns those whose status changed: the others are
 * missing, or another member was faster.
 */
export async function handleMentions(
  ctx: Ctx,
  { id: projectId, data }: { id: string; data: HandledMentions },
): Promise<{ changed: string[] }> {
  requireRight(ctx, projectId, 'decide')
  const { handled } = data
  return transaction(
    ctx,
    async (tx) => {
      const wanted = and(
        eq(mention.projectId, projectId),
        inArray(mention.id, data.mentions),
        eq(mention.handled, !handled),
        isSeen(mention),
      )
      // Locks in the common write order.
      await tx.execute(sql`select from ${mention} where ${wanted} order by post_id for update`)
      const stamp = { handledBy: handled ? authorOf(ctx) : null, handledAt: handled ? ctx.now() : null }
      const rows = await tx
        .update(mention)
        .set({ handled, ...stamp, updatedAt: ctx.now() })
        .where(wanted)
        .returning({ id: mention.id })
      if (rows.length === 0) return { changed: [] }
      const details = { handled, mentions: rows.length }
      await audit(ctx, tx, { projectId, action: 'mention.updateSeveral', subjectId: projectId, details })
      await announce(ctx, tx, 'mentions', [projectId])
      return { changed: rows.map(({ id }) => id) }
    },
    { onlyProject: projectId },
  )
}

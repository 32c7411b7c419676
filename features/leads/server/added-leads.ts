import type { Realm } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { opportunity } from './tables.ts'

/**
 * Adds a post to the leads of a project, released, and queues the job that scores it. Returns the lead's ID, or null if
 * the post is already a lead.
 */
export async function addLead(
  ctx: Ctx,
  tx: Transaction,
  { projectId, postId, realm }: { projectId: string; postId: string; realm: Realm },
): Promise<string | null> {
  const now = ctx.now()
  const [added] = await tx
    .insert(opportunity)
    .values({
      ...{ projectId, id: ctx.id(), postId, realm, score: 0, label: 0, components: [] },
      ...{ releasedAt: now, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: opportunity.id })
  if (!added) return null
  await ctx.queue.send(tx, 'scoreLead', { projectId, postId })
  await announce(ctx, tx, 'opportunities', [projectId])
  return added.id
}

import type { Realm } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { opportunity } from './tables.ts'

/**
 * Adds a post that a member chose to the leads, released, and queues the job that scores it. Returns the lead's ID; null
 * if the post is a lead already. The caller keeps a row of the choice, by which is_worked_on() protects the lead.
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
      ...{ projectId, id: ctx.id(), postId, realm },
      ...{ score: 0, label: 0, components: [] },
      releasedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: opportunity.id })
  if (!added) return null
  await ctx.queue.send(tx, 'scoreLead', { projectId, postId })
  await announce(ctx, tx, 'opportunities', [projectId])
  return added.id
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Realm } from '#engine/sources.ts'
import { post } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Opportunity } from '../contract.ts'
import { saveLead } from './decisions.ts'
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

/**
 * Adds a stored post that a member found to the saved leads, where it stays whatever its score. A held lead is released.
 * Repeating it changes nothing, and neither does a post in the archive. Throws NotFoundError for a post that the project
 * doesn't see.
 */
export async function addFoundLead(
  ctx: Ctx,
  { projectId, postId }: { projectId: string; postId: string },
): Promise<Opportunity> {
  requireRight(ctx, projectId, 'decide')
  return transaction(ctx, async (tx) => {
    const [found] = await tx
      .select({ realm: post.realm })
      .from(post)
      .where(
        sql`${post.id} = ${postId} and ${post.realm} = (select p.realm from project p where p.id = ${projectId})
          and (${post.projectId} is null or ${post.projectId} = ${projectId}) and (${post.title} <> '' or ${post.body} <> '')`,
      )
    if (!found) throw new ApiError('NotFoundError', 'Not Found')
    const isLead = and(eq(opportunity.projectId, projectId), eq(opportunity.postId, postId))
    await addLead(ctx, tx, { projectId, postId, realm: found.realm })
    await tx
      .update(opportunity)
      .set({ releasedAt: ctx.now(), updatedAt: ctx.now() })
      .where(and(isLead, isNull(opportunity.releasedAt)))
    const [lead] = await tx.select({ id: opportunity.id }).from(opportunity).where(isLead)
    if (!lead) throw new ApiError('NotFoundError', 'Not Found')
    return saveLead(ctx, tx, lead.id)
  })
}

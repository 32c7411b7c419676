import { sql } from 'drizzle-orm'
import type { Opportunity } from '#features/leads/contract.ts'
import { addFoundLead } from '#features/leads/server/index.ts'
import { sourceNumbers } from '#features/matching/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { addLiveLead } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { shownThread } from './report.ts'

/**
 * Adds a thread's post to the saved leads: the stored one, or else as Reddit shows it. Repeating it changes nothing.
 * Throws NotFoundError for threads that the project doesn't show or Reddit no longer does, ApplicationError if the post
 * isn't stored and Reddit can't be asked, and RateLimitError.
 */
export async function addSeoLead(
  ctx: Ctx,
  { projectId, thread: id }: { projectId: string; thread: string },
): Promise<Opportunity> {
  requireRight(ctx, projectId, 'decide')
  const found = await transaction(
    ctx,
    async (tx) => {
      const thread = await shownThread(tx, { projectId, id })
      if (!thread) return null
      const [stored] = await tx
        .select({ id: post.id })
        .from(post)
        .where(
          sql`${post.outsideId} = ${thread.outsideId.toString()} and ${post.kind} = 'post' and ${post.source} = ${sourceNumbers.reddit[thread.realm]}
            and (${post.projectId} is null or ${post.projectId} = ${projectId})
            and (${post.title} <> '' or ${post.body} <> '')`,
        )
        .orderBy(sql`${post.projectId} nulls last`)
        .limit(1)
      return { thread, postId: stored?.id ?? null }
    },
    { onlyProject: projectId },
  )
  if (!found) throw new ApiError('NotFoundError', 'Not Found')
  const { thread, postId } = found
  if (postId !== null) return addFoundLead(ctx, { projectId, postId })
  const outsideId = outsideIdText({ outsideId: thread.outsideId, outsideName: null })
  return addLiveLead(ctx, { projectId, outsideId })
}

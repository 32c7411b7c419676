import { type SQL, sql } from 'drizzle-orm'
import { bareCommunity } from '#engine/reddit/forgotten-text.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'

interface ForgottenMention extends Record<string, unknown> {
  projectId: string
  id: string
  postId: string
  isReleased: boolean
}

/**
 * Removes the text and author from the mentions of these posts, in every project. The fact that something was named
 * stays, with date and sentiment. If the posts are gone, mentions that were never shown are deleted. Final: a later
 * match of such a post leaves the mention unchanged. Returns the mentions that had anything to forget. Locks mentions
 * in the common write order.
 */
export async function forgetMentions(
  ctx: Ctx,
  tx: Transaction,
  postIds: readonly string[],
  { areGone }: { areGone: boolean },
): Promise<ForgottenMention[]> {
  if (postIds.length === 0) return []
  const of = sql`post_id = any (${sql.param([...postIds])}::uuid[])`
  await tx.execute(sql`select from mention where ${of} order by post_id, project_id for update`)
  const unseen = areGone ? await removeUnseen(tx, of) : []
  const { rows } = await tx.execute<ForgottenMention>(sql`
    update mention m set sentence = '', spans = default, author = null,
      subreddit = case when lower(left(subreddit, 2)) = 'u_' then ${bareCommunity('u_')} else subreddit end,
      forgotten_at = ${ctx.now().toISOString()}, updated_at = ${ctx.now().toISOString()}
    where ${of} and forgotten_at is null
    returning m.project_id as "projectId", m.id, m.post_id as "postId", ${isReleasedAs('m')} as "isReleased"`)
  await announce(ctx, tx, 'mentions', [...new Set([...unseen, ...rows.map(({ projectId }) => projectId)])])
  return rows
}

/** Deletes held mentions, which would be released empty. Returns their projects. */
async function removeUnseen(tx: Transaction, of: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    delete from mention m where ${of} and not ${isReleasedAs('m')} and not handled returning project_id as "projectId"`)
  return rows.map(({ projectId }) => projectId)
}

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
 * Takes from the mentions of these posts, in every project, what their authors wrote and who they are; that something
 * was named there stays, with how and when; of posts that are gone it goes too where nobody was shown it. Final: whoever finds such a post again leaves its mention as it is. Answers
 * with those that had anything left to forget. Mentions are locked in the order in which all write them.
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

/** Those that are held would be released with nothing to say. Answers with their projects. */
async function removeUnseen(tx: Transaction, of: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    delete from mention m where ${of} and not ${isReleasedAs('m')} and not handled returning project_id as "projectId"`)
  return rows.map(({ projectId }) => projectId)
}

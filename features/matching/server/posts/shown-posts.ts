import { and, eq, type SQL, sql } from 'drizzle-orm'
import { opportunity } from '#features/leads/server/index.ts'
import { mention } from '#features/mentions/server/index.ts'
import { postCheck } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ownProjects, type Reading } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Post } from '../../contract.ts'
import { post } from '../tables.ts'

type PostRow = typeof post.$inferSelect
/** What is known of a post's standing on Reddit. */
type CheckRow = Pick<typeof postCheck.$inferSelect, 'standing' | 'checkedAt'>
export const checkColumns = { standing: postCheck.standing, checkedAt: postCheck.checkedAt }

export interface CheckedPost {
  post: PostRow
  check: CheckRow | null
}

/** Posts that are leads or mentions of the actor's projects: the others are nobody's to read by their id. */
export const posts: Reading<CheckedPost, Post> = {
  table: post,
  columns: { id: post.id },
  project: (
    ctx,
  ) => sql`(exists (select from ${opportunity} where ${opportunity.postId} = ${post.id} and ${own(ctx, opportunity)})
    or exists (select from ${mention} where ${mention.postId} = ${post.id} and ${own(ctx, mention)}))`,
  cursor: false,
  rows: (tx, { where, orderBy, limit, offset }) =>
    tx
      .select({ post, check: checkColumns })
      .from(post)
      .leftJoin(postCheck, eq(postCheck.postId, post.id))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset),
  present: async (_tx, rows) => rows.map(presentPost),
}

export function presentPost({ post: row, check }: CheckedPost): Post {
  const { kind, subreddit, author, title, body, bodyTruncated, url, permalink, flair, score, numComments } = row
  return {
    ...rowHead(row),
    outsideId: outsideIdText(row),
    kind,
    subreddit,
    author,
    title,
    body,
    bodyTruncated,
    url,
    permalink,
    flair,
    score,
    numComments,
    postedAt: row.postedAt?.toISOString() ?? null,
    standing: check?.standing ?? 'there',
    checkedAt: check?.checkedAt?.toISOString() ?? null,
  }
}

function own(ctx: Ctx, table: typeof mention | typeof opportunity): SQL {
  return and(ownProjects(ctx, table.projectId), isSeen(table))!
}

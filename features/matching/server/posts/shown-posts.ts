import { and, eq, type SQL, sql } from 'drizzle-orm'
import { opportunity } from '#features/leads/server/index.ts'
import { mention } from '#features/mentions/server/index.ts'
import type { Post } from '#features/posts/contract.ts'
import {
  type CheckedPost,
  checkColumns,
  derivedOfPosts,
  post,
  postCheck,
  postColumns,
  presentPost,
} from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { ownProjects, type Reading } from '#platform/server/database/rows/find.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'

/** Posts that are leads or mentions of the actor's projects; others can't be read by ID. */
export const posts: Reading<CheckedPost, Post> = {
  table: post,
  columns: postColumns,
  derived: derivedOfPosts,
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
function own(ctx: Ctx, table: typeof mention | typeof opportunity): SQL {
  return and(ownProjects(ctx, table.projectId), isSeen(table))!
}

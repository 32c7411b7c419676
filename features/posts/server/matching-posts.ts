import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Condition } from '#platform/contract/query/conditions.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { type Columns, compile, type Filterable } from '#platform/server/database/rows/filter.ts'
import { post, postCheck } from './tables.ts'

/** The columns of posts with their checks that can be filtered and sorted by. */
export const postColumns: Columns = {
  id: post.id,
  documentId: post.id,
  createdAt: post.createdAt,
  updatedAt: post.updatedAt,
  kind: post.kind,
  subreddit: post.subreddit,
  author: post.author,
  title: post.title,
  body: post.body,
  bodyTruncated: post.bodyTruncated,
  url: post.url,
  permalink: post.permalink,
  flair: post.flair,
  score: post.score,
  numComments: post.numComments,
  postedAt: post.postedAt,
  checkedAt: postCheck.checkedAt,
}
/** Posts without a check are there. */
export const derivedOfPosts: Filterable = { standing: sql`coalesce(${postCheck.standing}, 'there')` }

/** Returns which of these posts match a condition. Whoever sees their leads or results may see them. */
export async function matchingPosts(tx: Transaction, where: Condition, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: post.id })
    .from(post)
    .leftJoin(postCheck, eq(postCheck.postId, post.id))
    .where(and(inArray(post.id, [...ids]), compile(where, { ...postColumns, ...derivedOfPosts })))
  return new Set(found.map(({ id }) => id))
}

import { eq, inArray } from 'drizzle-orm'
import type { Post } from '#features/posts/contract.ts'
import { checkColumns, post, postCheck, presentPost } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Returns posts by ID. The caller must have checked that the actor may see them. */
export async function postsById(tx: Transaction, ids: readonly string[]): Promise<Map<string, Post>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ post, check: checkColumns })
    .from(post)
    .leftJoin(postCheck, eq(postCheck.postId, post.id))
    .where(inArray(post.id, [...ids]))
  return new Map(rows.map((row) => [row.post.id, presentPost(row)]))
}

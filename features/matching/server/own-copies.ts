import { aliasedTable, and, eq, inArray, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Returns the key of a project and a shared post. */
export function copyKey(projectId: string, postId: string): string {
  return `${projectId} ${postId}`
}

/**
 * Returns the projects' own copies of shared posts, by copyKey(). A member's import creates such a copy while the post
 * isn't shared. Once the post is shared, the project keeps using its copy, so that it never has the lead twice. An
 * import holds an exclusive lock while it inserts (lockWatchlist()), so an uncommitted post can't be missed.
 */
export async function ownCopies(
  tx: Transaction,
  pairs: readonly { projectId: string; postId: string }[],
): Promise<Map<string, Item>> {
  const copies = new Map<string, Item>()
  const owners = await projectsWithOwnPosts(tx)
  const ownersPairs = pairs.filter(({ projectId }) => owners.has(projectId))
  if (ownersPairs.length === 0) return copies
  const shared = aliasedTable(post, 'shared')
  const rows = await tx
    .select({ ...itemColumns, projectId: post.projectId, sharedId: shared.id })
    .from(shared)
    .innerJoin(
      post,
      and(eq(post.source, shared.source), eq(post.kind, shared.kind), eq(post.outsideId, shared.outsideId)),
    )
    .where(
      and(
        inArray(shared.id, [...new Set(ownersPairs.map(({ postId }) => postId))]),
        sql`${shared.projectId} is null`,
        inArray(post.projectId, [...new Set(ownersPairs.map(({ projectId }) => projectId))]),
      ),
    )
  for (const { projectId, sharedId, ...row } of rows) copies.set(copyKey(projectId!, sharedId), itemOf(row))
  return copies
}

/** Few projects have posts, so the query skips through the index from one to the next. */
async function projectsWithOwnPosts(tx: Transaction): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive keeper as (
      (select project_id as id from post where project_id is not null order by project_id limit 1)
      union all
      select (select p.project_id from post p where p.project_id > k.id order by p.project_id limit 1)
      from keeper k where k.id is not null
    )
    select id from keeper where id is not null`)
  return new Set(rows.map(({ id }) => id))
}

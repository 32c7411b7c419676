import { and, type SQL, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { compileQuery, type QuerySettings } from '#engine/query/compile.ts'
import type { Query } from '#engine/query/query.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { conditionOf } from './query-sql.ts'

/** A post's position in the order of a search: newest first, those of unknown age last. */
interface PostCursor {
  /** Milliseconds since 1970; null if unknown. */
  postedAt: number | null
  id: string
}

export interface PostSearch extends QuerySettings {
  /** The project that searches: shared posts and its own copies are included. */
  projectId: string
  /** Milliseconds since 1970. */
  now: number
  /** The most posts to return. */
  limit: number
  /** Returns only posts after this one. */
  after?: PostCursor | undefined
}

export interface FoundPosts {
  /** Items with the post's own ID. May be fewer than the limit, even none, if there are more: see `next`. */
  items: Item[]
  /** Where to continue; null after the last post. */
  next: PostCursor | null
}

/** The most posts read per page. A query that SQL can hardly narrow down continues from there. */
const readMost = 20_000
const firstBatch = 100
const batchMost = 2_000

/**
 * Returns the stored posts that match a query. PostgreSQL excludes posts that can't match, and the engine decides the
 * rest, so that a search finds exactly what the same keyword or alert would. Throws UnsupportedQuery.
 */
export async function searchPosts(tx: Transaction, query: Query, search: PostSearch): Promise<FoundPosts> {
  const { projectId, limit, now } = search
  const compiled = compileQuery(query, search)
  const condition = and(seenBy(projectId), conditionOf(query, search))
  const items: Item[] = []
  let next = search.after ?? null
  let size = Math.max(firstBatch, limit + 1)
  for (let read = 0; read < readMost; size = Math.min(batchMost, size * 4)) {
    const batch = await rowsAfter(tx, condition, next, size)
    read += batch.length
    for (const item of batch) {
      if (compiled.matches(item, now)) {
        if (items.length === limit) return { items, next }
        items.push(item)
      }
      next = { postedAt: item.postedAt, id: item.id }
    }
    if (batch.length < size) return { items, next: null }
  }
  return { items, next }
}

/** Selects shared posts in the project's realm and its own posts; its own copy replaces the shared one. */
function seenBy(projectId: string): SQL {
  return sql`${post.realm} = (select r.realm from project r where r.id = ${projectId})
    and (${post.projectId} = ${projectId} or ${post.projectId} is null and not exists (
    select 1 from post own where own.project_id = ${projectId} and own.source = ${post.source}
      and own.kind = ${post.kind} and own.outside_id = ${post.outsideId}))`
}

const newest = sql`coalesce(${post.postedAt}, '-infinity')`

async function rowsAfter(
  tx: Transaction,
  condition: SQL | undefined,
  after: PostCursor | null,
  size: number,
): Promise<Item[]> {
  const instant = after?.postedAt == null ? '-infinity' : new Date(after.postedAt).toISOString()
  const behind = after ? sql`(${newest}, ${post.id}) < (${instant}::timestamptz, ${after.id}::uuid)` : undefined
  const rows = await tx
    .select(itemColumns)
    .from(post)
    .where(and(condition, behind))
    .orderBy(sql`${newest} desc`, sql`${post.id} desc`)
    .limit(size)
  return rows.map(itemOf)
}

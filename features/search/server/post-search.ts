import { and, type SQL, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { compileQuery, type QuerySettings } from '#engine/query/compile.ts'
import type { Query } from '#engine/query/query.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { conditionOf } from './query-sql.ts'

/** A post's place in the order of a search: the newest first, those of unknown age last. */
interface PostCursor {
  /** Milliseconds since 1970; null where unknown. */
  postedAt: number | null
  id: string
}

export interface PostSearch extends QuerySettings {
  /** Whose posts are searched: the shared ones, and its own copies. */
  projectId: string
  /** Milliseconds since 1970. */
  now: number
  /** How many are wanted at most. */
  limit: number
  /** Only posts behind this one. */
  after?: PostCursor | undefined
}

export interface FoundPosts {
  /** With the post's own id. May be fewer than the limit, or none, though there are more: see `next`. */
  items: Item[]
  /** Where to go on; null where nothing comes behind. */
  next: PostCursor | null
}

/** So many posts are read for one page at most; a query that PostgreSQL can hardly narrow down goes on from there. */
const readMost = 20_000
const firstBatch = 100
const batchMost = 2_000

/**
 * The stored posts that a query asks for. PostgreSQL leaves out what cannot match, the engine decides the rest, so a
 * search finds exactly what a keyword or an alert of the same words would. Throws UnsupportedQuery.
 */
export async function searchPosts(tx: Transaction, query: Query, search: PostSearch): Promise<FoundPosts> {
  const { projectId, limit, now } = search
  const compiled = compileQuery(query, search)
  const wanted = and(seenBy(projectId), conditionOf(query, search))
  const items: Item[] = []
  let next = search.after ?? null
  let size = Math.max(firstBatch, limit + 1)
  for (let read = 0; read < readMost; size = Math.min(batchMost, size * 4)) {
    const batch = await rowsAfter(tx, wanted, next, size)
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

/** Shared posts of the realm that the project sees, and its own; of a post that it has both ways, its own. */
function seenBy(projectId: string): SQL {
  return sql`${post.realm} = (select r.realm from project r where r.id = ${projectId})
    and (${post.projectId} = ${projectId} or ${post.projectId} is null and not exists (
    select 1 from post own where own.project_id = ${projectId} and own.source = ${post.source}
      and own.kind = ${post.kind} and own.outside_id = ${post.outsideId}))`
}

const newest = sql`coalesce(${post.postedAt}, '-infinity')`

async function rowsAfter(
  tx: Transaction,
  wanted: SQL | undefined,
  after: PostCursor | null,
  size: number,
): Promise<Item[]> {
  const instant = after?.postedAt == null ? '-infinity' : new Date(after.postedAt).toISOString()
  const behind = after ? sql`(${newest}, ${post.id}) < (${instant}::timestamptz, ${after.id}::uuid)` : undefined
  const rows = await tx
    .select(itemColumns)
    .from(post)
    .where(and(wanted, behind))
    .orderBy(sql`${newest} desc`, sql`${post.id} desc`)
    .limit(size)
  return rows.map(itemOf)
}

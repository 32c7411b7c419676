import type { SourceRecord } from '#engine/records/record.ts'
import { identityOf } from '#features/posts/server/index.ts'
import { lockWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { archivedPosts, insertPosts, pinPosts, sharedPostsOf } from '../posts/posts.ts'
import { seeReal } from '../posts/realms.ts'
import { pinned, recent } from '../tables.ts'

/** The import, and the project that it is for; null for all projects. */
export interface ImportedFor {
  importId: string
  projectId: string | null
}

/** How many items of an import were saved. */
export interface SavedItems {
  inserted: number
  /** Items that were already stored, by any source, or repeated in the import. */
  known: number
  /** Bytes of the new texts. */
  textBytes: number
}

/**
 * Saves items of an import in the caller's transaction and queues them for matching. They are pinned: backfills find
 * them at any age until the import is purged. Call it as a job with a few hundred items and commit soon after. A known
 * item leaves its post unchanged, and a forgotten one is not stored again. For an import into one project:
 * - a shared post that the project already matched is not copied;
 * - any other item becomes the project's own copy, invisible to other projects, and stays so when the post is shared
 *   (own-copies.ts). Whether the post is already shared makes no difference: only matching posts are stored, so a
 *   visible difference would reveal other projects' watchlists. Matching waits for the commit.
 */
export async function saveImported(
  ctx: Ctx,
  tx: Transaction,
  { importId, projectId }: ImportedFor,
  records: readonly SourceRecord[],
): Promise<SavedItems> {
  // One timestamp for a batch and its new posts: a purge keeps posts with an earlier one (purge-import.ts).
  const now = ctx.now()
  const posts = await archivedPosts(ctx, tx, records, now)
  if (projectId !== null) await lockWatchlist(tx)
  const shared = projectId === null ? new Map<string, string>() : await sharedPostsOf(tx, projectId, posts)
  const unshared = posts.filter((post) => !shared.has(identityOf(post)))
  const fresh = await insertPosts(tx, unshared, { projectId, importId })
  const ids = new Set(fresh.map(({ id }) => id))
  const known = unshared.filter(({ id }) => !ids.has(id))
  const newlyPinned = projectId === null ? await pinPosts(tx, importId, known) : [...shared.values()]
  const postIds = [...ids, ...newlyPinned]
  if (postIds.length > 0) {
    const batchId = ctx.id()
    const batch = { arrivedOn: pinned, id: batchId, source: 'archive', projectId, importId, createdAt: now } as const
    await tx.insert(recent).values({ ...batch, itemCount: postIds.length, postIds })
    if (projectId !== null) await seeReal(ctx, tx, [projectId])
    await ctx.queue.send(tx, 'candidates', { arrivedOn: pinned, batchId })
  }
  const textBytes = fresh.reduce((sum, { bytes }) => sum + bytes, 0)
  return { inserted: fresh.length, known: records.length - fresh.length, textBytes }
}

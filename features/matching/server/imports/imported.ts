import type { SourceRecord } from '#engine/records/record.ts'
import { identityOf } from '#features/posts/server/index.ts'
import { lockWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { archivedPosts, insertPosts, pinPosts, sharedPostsOf } from '../posts/posts.ts'
import { seeReal } from '../posts/realms.ts'
import { pinned, recent } from '../tables.ts'

/** For which import, and whether for one project alone; null for all of them. */
export interface ImportedFor {
  importId: string
  projectId: string | null
}

/** What became of some items of an import. */
export interface SavedItems {
  inserted: number
  /** There before, from wherever, or more than once among them. */
  known: number
  /** Bytes of the texts that are new. */
  textBytes: number
}

/**
 * Keeps items of an import in the caller's transaction and sends them down the pipeline, pinned: backfills find them
 * however old they are, until the import is purged. To be called as a job, with some hundred items; commit soon after.
 * An item that is known changes nothing in its post, and one that is forgotten does not come back. Where it is for one project:
 * - a shared post in which the project was found before is not copied;
 * - everything else becomes the project's own copy, which nobody else sees, and stays that when the post is shared
 *   (rows/own-copies.ts). It makes no difference whether others share it: only what was found for somebody is kept,
 *   so who could tell would know what others listen for. Those who find wait for its commit.
 */
export async function saveImported(
  ctx: Ctx,
  tx: Transaction,
  { importId, projectId }: ImportedFor,
  records: readonly SourceRecord[],
): Promise<SavedItems> {
  // One instant for a batch and what it brought, so that a purge can tell what was there before (purge-import.ts).
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

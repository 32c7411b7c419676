import type { Ctx } from '../ctx.ts'
import type { Transaction } from '../db/database.ts'
import { pinned, recent } from '../db/schema.ts'
import { lockListening } from '../features/project/listening.ts'
import type { SourceRecord } from '../sources/record.ts'
import { draftOf, identityOf, insertPosts, type NewPost, pinPosts, sharedPosts, toBeWritten } from './rows/posts.ts'

/** For which import, and whether for one project alone; null for all of them. */
export interface ImportedFor {
  importId: string
  projectId: string | null
}

/** What became of some items of an import. */
export interface Kept {
  inserted: number
  /** There before, from wherever, or more than once among them. */
  known: number
  /** Bytes of the texts that are new. */
  textBytes: number
}

/**
 * Keeps items of an import in the caller's transaction and sends them down the pipeline, pinned: look-backs find them
 * however old they are, until the import is purged. To be called as a job, with some hundred items; commit soon after.
 * An item that is known changes nothing in its post. Where it is for one project:
 * - what others share already is found for the project too, but not copied;
 * - what nobody shares yet becomes the project's own copy, which nobody else sees, and stays that when the post is
 *   shared later (rows/own-copies.ts). For this it keeps those who find waiting until the commit.
 */
export async function keepImported(
  ctx: Ctx,
  tx: Transaction,
  { importId, projectId }: ImportedFor,
  records: readonly SourceRecord[],
): Promise<Kept> {
  // One instant for a batch and what it brought, so that a purge can tell what was there before (purge-import.ts).
  const now = ctx.now()
  const posts = toBeWritten(ctx, records.map(draftOf))
  if (projectId !== null) await lockListening(tx)
  const shared = projectId === null ? new Map<string, string>() : await idsOfShared(tx, posts)
  const unshared = posts.filter((post) => !shared.has(identityOf(post)))
  const fresh = await insertPosts(tx, unshared, { projectId, importId }, now)
  const ids = new Set(fresh.map(({ id }) => id))
  const known = unshared.filter(({ id }) => !ids.has(id))
  const newlyPinned = projectId === null ? await pinPosts(tx, importId, known) : [...shared.values()]
  const postIds = [...ids, ...newlyPinned]
  if (postIds.length > 0) {
    const batchId = ctx.id()
    const batch = { arrivedOn: pinned, id: batchId, source: 'import', projectId, importId, createdAt: now }
    await tx.insert(recent).values({ ...batch, itemCount: postIds.length, postIds })
    await ctx.queue.send(tx, 'candidates', { arrivedOn: pinned, batchId })
  }
  const textBytes = fresh.reduce((sum, { bytes }) => sum + bytes, 0)
  return { inserted: fresh.length, known: records.length - fresh.length, textBytes }
}

async function idsOfShared(tx: Transaction, posts: readonly NewPost[]): Promise<Map<string, string>> {
  return new Map((await sharedPosts(tx, posts)).map(({ identity, item }) => [identity, item.id]))
}

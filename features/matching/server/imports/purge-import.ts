import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { lockLeadsOf, opportunity } from '#features/leads/server/index.ts'
import { mention } from '#features/mentions/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { candidate, imported, overflow, pinned, recent } from '../tables.ts'
import { removeChunks } from './chunks.ts'

const batchesAtOnce = 100
const postsAtOnce = 500

/**
 * Removes everything that an import added, in small transactions; after a crash, the next run continues. Leads that
 * users decided on or saved stay with their posts, as do handled mentions: they are users' work.
 *
 * A post belongs to its first delivery. If this import added it, it is removed, even if another import or a live source
 * delivered it again: a purge should delete the text. Importing the other archive again restores it, and a backfill
 * finds a live arrival as long as its day is kept. If the post came from elsewhere, the import only pinned or matched
 * it, and it stays unchanged.
 */
export async function purgeImport(ctx: Ctx, { importId }: Jobs['purge']): Promise<void> {
  const projectId = await purging(ctx, importId)
  if (projectId === undefined) return
  await removeChunks(ctx, importId)
  // Removes the batches first, so that no backfill finds the posts again.
  while (await removeBatches(ctx, importId));
  for (let after: string | null = null; ; ) {
    after = await removePosts(ctx, importId, after)
    if (after === null) break
  }
  await transaction(ctx, async (tx) => {
    await tx.delete(imported).where(and(eq(imported.id, importId), eq(imported.state, 'purging')))
    if (projectId !== null) await announce(ctx, tx, 'imports', [projectId], importId)
  })
}

/** Returns the project of an import to purge, null for one of the operator's, or undefined if there is none. */
function purging(ctx: Ctx, importId: string): Promise<string | null | undefined> {
  return transaction(ctx, async (tx) => {
    const [row] = await tx
      .select({ projectId: imported.projectId })
      .from(imported)
      .where(and(eq(imported.id, importId), eq(imported.state, 'purging')))
    return row?.projectId
  })
}

async function removeBatches(ctx: Ctx, importId: string): Promise<boolean> {
  const removed = await transaction(ctx, async (tx) => {
    const some = await tx
      .select({ id: recent.id })
      .from(recent)
      .where(and(eq(recent.arrivedOn, pinned), eq(recent.importId, importId)))
      .limit(batchesAtOnce)
    const ids = some.map(({ id }) => id)
    if (ids.length === 0) return 0
    await unpin(tx, importId, ids)
    await tx.delete(overflow).where(and(eq(overflow.arrivedOn, pinned), inArray(overflow.batchId, ids)))
    await tx.delete(recent).where(and(eq(recent.arrivedOn, pinned), inArray(recent.id, ids)))
    return ids.length
  })
  return removed === batchesAtOnce
}

/** Unpins posts that were stored before these batches. */
async function unpin(tx: Transaction, importId: string, batchIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update post p set import_id = null from recent r
    where r.arrived_on = ${pinned} and r.id = any (${sql.param([...batchIds])}::uuid[])
      and p.id = any (r.post_ids) and p.import_id = ${importId} and p.created_at < r.created_at`)
}

/** Removes one page of posts and returns the last ID of a full page, or null after the last. */
async function removePosts(ctx: Ctx, importId: string, after: string | null): Promise<string | null> {
  return transaction(ctx, async (tx) => {
    // Locked, so that no candidates or leads are created for them in the meantime.
    const page = await tx
      .select({ id: post.id })
      .from(post)
      .where(and(eq(post.importId, importId), after === null ? undefined : gt(post.id, after)))
      .orderBy(asc(post.id))
      .limit(postsAtOnce)
      .for('update')
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) await removeUndecided(ctx, tx, ids)
    return page.length === postsAtOnce ? (ids.at(-1) ?? null) : null
  })
}

async function removeUndecided(ctx: Ctx, tx: Transaction, postIds: readonly string[]): Promise<void> {
  await lockLeadsOf(tx, postIds, null)
  const leads = await tx
    .select({
      postId: opportunity.postId,
      projectId: opportunity.projectId,
      state: opportunity.state,
      saved: opportunity.saved,
    })
    .from(opportunity)
    .where(inArray(opportunity.postId, [...postIds]))
  const mentions = await tx
    .select({ postId: mention.postId, projectId: mention.projectId, handled: mention.handled })
    .from(mention)
    .where(inArray(mention.postId, [...postIds]))
    .orderBy(asc(mention.postId), asc(mention.projectId))
    .for('update')
  const decided = new Set(
    [...leads.filter(({ state, saved }) => state !== 'new' || saved), ...mentions.filter(({ handled }) => handled)].map(
      ({ postId }) => postId,
    ),
  )
  const gone = sql.param(postIds.filter((id) => !decided.has(id)))
  await tx.execute(sql`delete from ${opportunity} where post_id = any (${gone}::uuid[])`)
  await tx.execute(sql`delete from ${mention} where post_id = any (${gone}::uuid[])`)
  await tx.execute(sql`delete from ${candidate} where post_id = any (${gone}::uuid[])`)
  await tx.execute(sql`delete from ${post} where id = any (${gone}::uuid[])`)
  const projectsOf = (rows: readonly { postId: string; projectId: string }[]) => {
    return [...new Set(rows.filter(({ postId }) => !decided.has(postId)).map(({ projectId }) => projectId))]
  }
  await announce(ctx, tx, 'opportunities', projectsOf(leads))
  await announce(ctx, tx, 'mentions', projectsOf(mentions))
}

import { eq, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { phraseVersion } from './tables.ts'

/**
 * One database-wide lock separates watchlist changes from matching. A match shares it from before it reads phrases
 * until its results are committed. A change of phrases holds it exclusively from before it draws the new version until
 * it is committed. So all matches of older phrases are stored when a change takes effect, and the backfill that follows
 * sees them (docs/decisions/0013). The lock is fair, so neither starves; matching must be short.
 *
 * A project's row is locked before this lock, never after it.
 */
const lockName = sql`hashtext('earshot watchlists')`

/** Keeps all watchlists unchanged until the transaction ends. Matchers share this lock. */
export async function shareWatchlist(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockName})`)
}

/** Waits until running matches end, and blocks new ones until the transaction ends. */
export async function lockWatchlist(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockName})`)
}

/**
 * Gives the project its next version and a backfill, and makes every matcher reload its phrases (DESIGN 4). Call it in
 * each transaction that changes a project's watchlist, and commit soon after.
 */
export async function watchlistChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const reprocessing = sql`case when ${project.status} in ('draft', 'done') then 'processing' else ${project.status} end`
  await tx
    .update(project)
    .set({ version: sql`${project.version} + 1`, status: reprocessing, updatedAt: ctx.now() })
    .where(eq(project.id, projectId))
  await startBackfill(ctx, tx, projectId)
}

/** Starts the backfill of a changed or new project; a new one keeps the version it was written with. */
export async function startBackfill(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await feedsChanged(ctx, tx, projectId)
  await ctx.queue.send(tx, 'backfill', { projectId })
}

/**
 * Makes pollers see a change of the project's feeds that doesn't affect matches, without a backfill. Commit soon after.
 */
export async function feedsChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockWatchlist(tx)
  const next = { version: sql`${phraseVersion.version} + 1` }
  const [raised] = await tx.update(phraseVersion).set(next).returning({ version: phraseVersion.version })
  await tx.update(project).set({ phraseVersion: raised!.version }).where(eq(project.id, projectId))
  await announce(ctx, tx, 'watchlist', [projectId])
  await announce(ctx, tx, 'project', [projectId])
}

/**
 * Serializes transactions that add or delete feeds. Otherwise two of them could add the same feeds, delete one that the
 * other starts to use, or deadlock. Call it before locking feeds or their uses.
 */
export async function lockFeeds(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot feeds'))`)
}

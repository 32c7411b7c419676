import { eq, sql } from 'drizzle-orm'
import { feedsChanged, shareWatchlist } from '#features/watchlist/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { itemsToBackfill, readBatches, readOwnCandidates } from './backfill-rows.ts'
import { switchToReal } from './posts/realms.ts'
import { activeProject } from './projects.ts'

type Own = Pick<typeof project.$inferSelect, 'version' | 'backfilledVersion' | 'backfillDone'>

/**
 * Backfills one project: matches every batch from before its phrases changed, then its own candidates that are in no
 * stored batch. Processes one page per job, so that backfills take turns. Writes candidates, scores and leads.
 *
 * A page runs only where the previous one ended. A repeated page, or one for an outdated version, does nothing: another
 * job continues, or the change that outdated it has queued its own.
 */
export async function backfillProject(ctx: Ctx, { projectId, page, real }: Jobs['backfill']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const own = await lockOwn(tx, projectId)
    if (own && real) {
      await switchToReal(ctx, tx, [projectId])
      return feedsChanged(ctx, tx, projectId)
    }
    if (!own || own.backfilledVersion === own.version) return
    if (page && (page.version !== own.version || page.done !== own.backfillDone)) return
    await shareWatchlist(tx)
    const active = await activeProject(tx, projectId)
    if (!active) return endProgress(ctx, tx, projectId)
    const progress = page ? {} : { backfillTotal: await itemsToBackfill(tx, active) }
    const after = page?.after ?? null
    const { items, next } =
      after === null || 'batch' in after
        ? await readBatches(ctx, tx, active, after?.batch ?? null)
        : await readOwnCandidates(ctx, tx, active, after.postId)
    if (next === null) return finish(ctx, tx, projectId, own.version)
    const done = (page?.done ?? 0) + items
    await tx
      .update(project)
      .set({ ...progress, backfillDone: done })
      .where(eq(project.id, projectId))
    await announce(ctx, tx, 'project', [projectId])
    await ctx.queue.send(tx, 'backfill', { projectId, page: { version: own.version, done, after: next } })
  })
}

/** Locks the project first, so that edits of the project and pages exclude each other. */
async function lockOwn(tx: Transaction, projectId: string): Promise<Own | undefined> {
  const { version, backfilledVersion, backfillDone } = project
  const [own] = await tx
    .select({ version, backfilledVersion, backfillDone })
    .from(project)
    .where(eq(project.id, projectId))
    .for('no key update')
  return own
}

/** Ends the backfill of this version, and with it the project's first processing (DECISIONS 16). */
async function finish(ctx: Ctx, tx: Transaction, projectId: string, version: number): Promise<void> {
  await withdrawOrphans(ctx, tx, projectId)
  const status = sql`case when ${project.status} = 'processing' then 'done' else ${project.status} end`
  await tx
    .update(project)
    .set({ backfilledVersion: version, status, updatedAt: ctx.now() })
    .where(eq(project.id, projectId))
  await endProgress(ctx, tx, projectId)
}

/**
 * Withdraws leads without a candidate that were kept because of a user's decision, if that decision was undone. Uses a
 * subquery per lead: without statistics on a new project, `not exists` compares every lead with every candidate, which
 * blocks edits for minutes.
 */
async function withdrawOrphans(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    delete from opportunity o
    where o.project_id = ${projectId} and o.state = 'new' and not o.saved and not is_worked_on(o.project_id, o.id)
      and (select c.post_id from candidate c where c.project_id = o.project_id and c.post_id = o.post_id) is null`)
  if (rowCount) await announce(ctx, tx, 'opportunities', [projectId])
}

async function endProgress(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await tx.update(project).set({ backfillDone: 0, backfillTotal: null }).where(eq(project.id, projectId))
  await announce(ctx, tx, 'project', [projectId])
}

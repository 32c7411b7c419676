import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { Moved } from '../../contract.ts'
import { learning } from '../tables.ts'
import { rescore } from './feedback.ts'
import { learnedBy } from './learned.ts'

/** Open leads of one page of the job, and those that a decision moves while its maker waits: pages of a screen. */
const leadsAtOnce = 500
const bestAtOnce = 250
const waitSeconds = 1

/**
 * Scores the project's open leads by what it has learned, a page a job (docs/decisions/0020).
 *
 * Who writes leads reads what was learned in the transaction that writes them, after it has a number. A decision that
 * is committed between the two is not in them; so the first page waits until all transactions are over that ran when
 * this job first saw the decision, and finds what they wrote. A page of a version that is no longer the project's own
 * ends there: the decision that outdated it has sent its own. Pages may be repeated, since each says how it is.
 */
export async function relearn(ctx: Ctx, { projectId, from }: Jobs['learn']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const version = await versionToApply(tx, projectId)
    if (version === null || (from && from.version !== version)) return
    const { until = await nextTransaction(tx), after = null } = from ?? {}
    if (after === null && !(await areOver(tx, until))) {
      const waiting = { projectId, from: { version, until, after } }
      return ctx.queue.send(tx, 'learn', waiting, { afterSeconds: waitSeconds })
    }
    // A backfill writes many of the same leads in another order: the two take turns.
    await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('no key update')
    const { count, last } = await rescorePage(ctx, tx, projectId, after)
    if (count === leadsAtOnce) await ctx.queue.send(tx, 'learn', { projectId, from: { version, until, after: last } })
    else await noteApplied(tx, projectId, version)
  })
}

/**
 * Moves the leads that are seen first at once, after a decision is committed and while its maker waits. Waits for
 * nobody itself: what it can't have is left to the job.
 */
export async function relearnBest(ctx: Ctx, projectId: string): Promise<Moved> {
  return transaction(ctx, async (tx) => {
    const learned = (await learnedBy(ctx, tx, [projectId])).get(projectId)
    if (!learned) return { up: 0, down: 0 }
    return (await rescore(ctx, tx, projectId, learned, { best: bestAtOnce })).moved
  })
}

/** Null where nothing was ever decided, or all is done already. */
async function versionToApply(tx: Transaction, projectId: string): Promise<number | null> {
  const [row] = await tx.select().from(learning).where(eq(learning.projectId, projectId))
  return row && row.appliedVersion !== row.version ? row.version : null
}

async function rescorePage(ctx: Ctx, tx: Transaction, projectId: string, after: string | null) {
  const learned = (await learnedBy(ctx, tx, [projectId])).get(projectId)!
  return rescore(ctx, tx, projectId, learned, { after, limit: leadsAtOnce })
}

/** Only where no decision was made since; that one's pages are still to come. */
async function noteApplied(tx: Transaction, projectId: string, version: number): Promise<void> {
  await tx
    .update(learning)
    .set({ appliedVersion: version })
    .where(and(eq(learning.projectId, projectId), eq(learning.version, version)))
}

/** Every transaction that runs now, or is over, has a smaller number. */
async function nextTransaction(tx: Transaction): Promise<string> {
  const { rows } = await tx.execute<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  return rows[0]!.next
}

async function areOver(tx: Transaction, until: string): Promise<boolean> {
  const { rows } = await tx.execute<{ over: boolean }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${until}::xid8 as over`,
  )
  return rows[0]!.over
}

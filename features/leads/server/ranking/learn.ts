import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { Moved } from '../../contract.ts'
import { learning } from '../tables.ts'
import { rescore } from './feedback.ts'
import { learnedBy } from './learned.ts'

/** Open leads per page of the job, and leads that a decision moves while its user waits: a few screens of them. */
const leadsAtOnce = 500
const bestAtOnce = 250
const waitSeconds = 1

/**
 * Rescores the project's open leads with what it has learned, one page per job (docs/decisions/0020).
 *
 * Transactions that write leads read what was learned after they have a transaction number. They miss a decision that
 * is committed after that read. So the first page waits until all transactions have ended that ran when this job first
 * saw the decision, and then finds their leads. A page with an outdated version stops, since the newer decision has
 * sent its own pages. Pages may be repeated, since each sets the final value.
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
    // A backfill writes many of the same leads in another order, so the two take turns.
    await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('no key update')
    const { count, last } = await rescorePage(ctx, tx, projectId, after)
    if (count === leadsAtOnce) await ctx.queue.send(tx, 'learn', { projectId, from: { version, until, after: last } })
    else await noteApplied(tx, projectId, version)
  })
}

/** Rescores the leads shown first, after a decision and while its user waits. Leaves locked leads to the job. */
export async function relearnBest(ctx: Ctx, projectId: string): Promise<Moved> {
  return transaction(ctx, async (tx) => {
    const learned = (await learnedBy(ctx, tx, [projectId])).get(projectId)
    if (!learned) return { up: 0, down: 0 }
    return (await rescore(ctx, tx, projectId, learned, { best: bestAtOnce })).moved
  })
}

/** Returns null if nothing was ever decided, or if everything is applied already. */
async function versionToApply(tx: Transaction, projectId: string): Promise<number | null> {
  const [row] = await tx.select().from(learning).where(eq(learning.projectId, projectId))
  return row && row.appliedVersion !== row.version ? row.version : null
}

async function rescorePage(ctx: Ctx, tx: Transaction, projectId: string, after: string | null) {
  const learned = (await learnedBy(ctx, tx, [projectId])).get(projectId)!
  return rescore(ctx, tx, projectId, learned, { after, limit: leadsAtOnce })
}

/** Marks a version as applied unless there was another decision since, whose pages are still to run. */
async function noteApplied(tx: Transaction, projectId: string, version: number): Promise<void> {
  await tx
    .update(learning)
    .set({ appliedVersion: version })
    .where(and(eq(learning.projectId, projectId), eq(learning.version, version)))
}

/** Returns a number above those of all transactions that are running or have ended. */
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

import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { projectEntitlement } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { insertRun, isRun, nextRunOf, removeOldRuns } from './change-runs.ts'
import { leadRun } from './tables.ts'

/** The most runs to start at once; the others follow a minute later. */
const startedMost = 100

/**
 * Starts the runs that are due, each in one transaction: a crash neither loses nor doubles one. The new run takes over
 * the schedule. Runs that were missed, for example while the server was off, start once. A project that is archived or
 * without a plan waits for its next date.
 */
export async function startDueRuns(ctx: Ctx): Promise<void> {
  for (let started = 0; started < startedMost && !ctx.stopping.aborted; started++) {
    if (!(await startNext(ctx))) return
  }
}

/** Starts the run that has been due longest. Returns false if none is due. */
async function startNext(ctx: Ctx): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const [run] = await tx
      .select()
      .from(leadRun)
      .where(and(lte(leadRun.nextRunAt, ctx.now()), sql`${leadRun.state} not in ('queued', 'running')`))
      .orderBy(asc(leadRun.nextRunAt), asc(leadRun.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!run?.schedule) return false
    const { projectId, criteria, schedule } = run
    if (!(await isOpen(ctx, tx, projectId))) {
      const nextRunAt = await nextRunOf(ctx, tx, projectId, schedule)
      await tx.update(leadRun).set({ nextRunAt }).where(isRun(run))
      return true
    }
    await tx.update(leadRun).set({ schedule: null, nextRunAt: null, updatedAt: ctx.now() }).where(isRun(run))
    await insertRun(ctx, tx, { project: projectId, criteria, schedule, rerunOf: run.id })
    await removeOldRuns(tx, projectId)
    return true
  })
}

async function isOpen(ctx: Ctx, tx: Transaction, projectId: string): Promise<boolean> {
  const [row] = await tx.select({ status: project.status }).from(project).where(eq(project.id, projectId))
  if (!row || row.status === 'archived' || row.status === 'draft') return false
  return (await projectEntitlement(ctx, tx, projectId))?.access.granted === true
}

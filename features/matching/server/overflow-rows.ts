import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import type { Batch } from './batches.ts'
import { overflow } from './tables.ts'

/** Returns how many candidates of one batch make a project process that batch separately. */
export function overflowThreshold(items: number): number {
  return Math.max(100, items / 10)
}

/** Returns the projects that process this batch separately. */
export async function overflowProjects(tx: Transaction, { arrivedOn, id }: Batch): Promise<Set<string>> {
  const rows = await tx
    .select({ projectId: overflow.projectId })
    .from(overflow)
    .where(and(eq(overflow.arrivedOn, arrivedOn), eq(overflow.batchId, id)))
  return new Set(rows.map(({ projectId }) => projectId))
}

/**
 * Moves a batch to the overflow of these projects, with a job for each. The more batches a project has waiting, the lower
 * its priority, so that projects take turns (docs/decisions/0014).
 */
export async function addToOverflow(
  ctx: Ctx,
  tx: Transaction,
  { arrivedOn, batchId }: BatchKey,
  projectIds: readonly string[],
): Promise<void> {
  if (projectIds.length === 0) return
  const { rows } = await tx.execute<{ id: string; waiting: number }>(sql`
    with added as (
      insert into overflow (project_id, arrived_on, batch_id, created_at)
      select id, ${arrivedOn}, ${batchId}, ${ctx.now().toISOString()}
      from project where id = any (${sql.param([...projectIds])}::uuid[]) order by id for key share
      on conflict do nothing
      returning project_id
    )
    select project_id as id, (select count(*)::int from overflow p where p.project_id = added.project_id) as waiting
    from added`)
  for (const { id, waiting } of rows) await ctx.queue.send(tx, 'overflow', { projectId: id }, { priority: -waiting })
}

/** Removes and returns the project's oldest overflow batch that no other job is processing. */
export async function takeFromOverflow(tx: Transaction, projectId: string): Promise<BatchKey | null> {
  const first = tx
    .select({ arrivedOn: overflow.arrivedOn, batchId: overflow.batchId })
    .from(overflow)
    .where(eq(overflow.projectId, projectId))
    .orderBy(asc(overflow.createdAt), asc(overflow.batchId))
    .limit(1)
    .for('update', { skipLocked: true })
  const [batch] = await tx
    .delete(overflow)
    .where(and(eq(overflow.projectId, projectId), sql`(${overflow.arrivedOn}, ${overflow.batchId}) in (${first})`))
    .returning({ arrivedOn: overflow.arrivedOn, batchId: overflow.batchId })
  return batch ?? null
}

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import type { Batch } from './batches.ts'
import { postponed } from './tables.ts'

/** From so many candidates of one batch on a project takes the batch by itself. */
export function floodBound(items: number): number {
  return Math.max(100, items / 10)
}

/** The projects that take this batch by themselves. */
export async function postponedProjects(tx: Transaction, { arrivedOn, id }: Batch): Promise<Set<string>> {
  const rows = await tx
    .select({ projectId: postponed.projectId })
    .from(postponed)
    .where(and(eq(postponed.arrivedOn, arrivedOn), eq(postponed.batchId, id)))
  return new Set(rows.map(({ projectId }) => projectId))
}

/**
 * Leaves a batch to these projects. Each gets a job for it, the later the more of them it has waiting: projects take
 * turns, whatever one of them finds (docs/decisions/0014-floods-and-counters.md).
 */
export async function postpone(
  ctx: Ctx,
  tx: Transaction,
  { arrivedOn, batchId }: BatchKey,
  projectIds: readonly string[],
): Promise<void> {
  if (projectIds.length === 0) return
  const { rows } = await tx.execute<{ id: string; waiting: number }>(sql`
    with added as (
      insert into postponed (project_id, arrived_on, batch_id, created_at)
      select id, ${arrivedOn}, ${batchId}, ${ctx.now().toISOString()}
      from project where id = any (${sql.param([...projectIds])}::uuid[]) order by id for key share
      on conflict do nothing
      returning project_id
    )
    select project_id as id, (select count(*)::int from postponed p where p.project_id = added.project_id) as waiting
    from added`)
  for (const { id, waiting } of rows) await ctx.queue.send(tx, 'postponed', { projectId: id }, { priority: -waiting })
}

/** Takes the project's first batch that nobody else takes just now off the list. */
export async function takeFirst(tx: Transaction, projectId: string): Promise<BatchKey | null> {
  const first = tx
    .select({ arrivedOn: postponed.arrivedOn, batchId: postponed.batchId })
    .from(postponed)
    .where(eq(postponed.projectId, projectId))
    .orderBy(asc(postponed.createdAt), asc(postponed.batchId))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await tx
    .delete(postponed)
    .where(and(eq(postponed.projectId, projectId), sql`(${postponed.arrivedOn}, ${postponed.batchId}) in (${first})`))
    .returning({ arrivedOn: postponed.arrivedOn, batchId: postponed.batchId })
  return taken ?? null
}

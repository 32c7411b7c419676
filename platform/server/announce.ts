import { sql } from 'drizzle-orm'
import type { EventKind } from '../contract/events.ts'
import type { Ctx } from './ctx.ts'
import type { Transaction } from './database/database.ts'

/** How long events are kept for streams that resume, in ms (docs/decisions/0015). */
export const eventRetentionMs = 2 * 24 * 60 * 60 * 1000

/** Announces to open screens of these projects that something of this kind changed, once the transaction commits. */
export async function announce(
  ctx: Ctx,
  tx: Transaction,
  kind: EventKind,
  projectIds: readonly string[],
  subjectId: string | null = null,
): Promise<void> {
  if (projectIds.length === 0) return
  // One array parameter, since there may be more projects than a statement can have parameters.
  await tx.execute(sql`
    insert into event (project_id, kind, subject_id, created_at)
    select project_id, ${kind}, ${subjectId}::uuid, ${ctx.now().toISOString()}::timestamptz
    from unnest(${sql.param([...projectIds])}::uuid[]) project_id`)
}

/**
 * Deletes events that no stream may ask for anymore, and returns how many. Keeps each project's newest expired event,
 * which shows a resuming stream that nothing later is missing.
 */
export async function forgetEvents(ctx: Ctx, tx: Transaction): Promise<number> {
  const before = new Date(ctx.now().getTime() - eventRetentionMs).toISOString()
  const { rowCount } = await tx.execute(sql`
    delete from event e where e.created_at < ${before} and exists (
      select from event later
      where later.project_id = e.project_id and (later.xact, later.id) > (e.xact, e.id) and later.created_at < ${before})`)
  return rowCount ?? 0
}

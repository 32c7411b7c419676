import { sql } from 'drizzle-orm'
import { realmOf, type Source, sources } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** As the index project_choosy has it. */
const allSources = sql.raw(`'{${sources.join()}}'::text[]`)

/** The projects that are not to be shown what a source brings: those that did not choose it, and of the sandbox's items all that see what is real. */
export async function closedTo(tx: Transaction, source: Source): Promise<string[]> {
  const isElsewhere = realmOf(source) === 'sandbox' ? sql`realm = 'real' or` : sql``
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from project
    where ${isElsewhere} sources <> ${allSources} and not sources @> array[${source}::text]`)
  return rows.map(({ id }) => id)
}

/**
 * Lets those of these projects that were in the sandbox so far see what is real, for good: to be called in the
 * transaction in which something real arrives for them. It never waits for a project's row, since whoever holds one may
 * be waiting for the matcher (features/watchlist/server/project-watchlist.ts); such a project is seen to by a job, and so is for each that the
 * sandbox is no longer polled, for which who finds would have to end.
 */
export async function seeReal(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<void> {
  for (const projectId of await switchToReal(ctx, tx, projectIds)) {
    await ctx.queue.send(tx, 'backfill', { projectId, real: true })
  }
}

/** Switches those whose rows nobody holds; answers with all that were in the sandbox. */
export async function switchToReal(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const ids = sql`${sql.param([...new Set(projectIds)])}::uuid[]`
  const { rows: inSandbox } = await tx.execute<{ id: string }>(sql`
    select id from project where id = any (${ids}) and realm = 'sandbox' order by id`)
  if (inSandbox.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    update project set realm = 'real', real_since = ${ctx.now().toISOString()}, updated_at = ${ctx.now().toISOString()}
    where id = any (array(
      select id from project where id = any (${ids}) and realm = 'sandbox' order by id for no key update skip locked))
    returning id`)
  const switched = rows.map(({ id }) => id)
  for (const id of switched) await audit(ctx, tx, { projectId: id, action: 'project.seeReal', subjectId: id })
  await forgetLearned(tx, switched)
  await announce(ctx, tx, 'project', switched)
  await announce(ctx, tx, 'opportunities', switched)
  return inSandbox.map(({ id }) => id)
}

/** What was decided about the sandbox's leads says nothing of real ones (features/learning). */
async function forgetLearned(tx: Transaction, projectIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update learning set version = version + 1 where project_id = any (${sql.param([...projectIds])}::uuid[])`)
}

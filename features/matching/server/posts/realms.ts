import { sql } from 'drizzle-orm'
import { realmOf, type Source, sources } from '#engine/sources.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** Whether a project chose only the sandbox, as a sample product does: it never leaves it. */
const staysInSandbox = sql`sources = array['sandbox']`

/** Written as in the index project_choosy, so that PostgreSQL uses it. */
const allSources = sql.raw(`'{${sources.join()}}'::text[]`)

/**
 * Returns the projects that must not see a source's items: those that didn't choose it and, for sandbox items, all in
 * the real realm.
 */
export async function closedTo(tx: Transaction, source: Source): Promise<string[]> {
  const isElsewhere = realmOf(source) === 'sandbox' ? sql`realm = 'real' or` : sql``
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from project
    where ${isElsewhere} sources <> ${allSources} and not sources @> array[${source}::text]`)
  return rows.map(({ id }) => id)
}

/**
 * Switches those of these projects that are in the sandbox to the real realm, permanently. Call it in the transaction
 * in which a real item arrives for them. Never waits for a project's row, since its lock holder may be waiting for the
 * matcher (features/watchlist/server/project-watchlist.ts). A job handles such projects. For every switched project,
 * that job also updates the feeds, which requires that the caller's transaction has ended.
 */
export async function seeReal(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<void> {
  for (const projectId of await switchToReal(ctx, tx, projectIds)) {
    await ctx.queue.send(tx, 'backfill', { projectId, real: true })
  }
}

/** Switches projects whose rows aren't locked; returns all that were in the sandbox and don't stay there. */
export async function switchToReal(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const ids = sql`${sql.param([...new Set(projectIds)])}::uuid[]`
  const { rows: inSandbox } = await tx.execute<{ id: string }>(sql`
    select id from project where id = any (${ids}) and realm = 'sandbox' and not ${staysInSandbox} order by id`)
  if (inSandbox.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    update project set realm = 'real', real_since = ${ctx.now().toISOString()}, updated_at = ${ctx.now().toISOString()}
    where id = any (array(
      select id from project where id = any (${ids}) and realm = 'sandbox' and not ${staysInSandbox}
      order by id for no key update skip locked))
    returning id`)
  const switched = rows.map(({ id }) => id)
  for (const id of switched) await audit(ctx, tx, { projectId: id, action: 'project.seeReal', subjectId: id })
  await announce(ctx, tx, 'project', switched)
  await announce(ctx, tx, 'opportunities', switched)
  return inSandbox.map(({ id }) => id)
}

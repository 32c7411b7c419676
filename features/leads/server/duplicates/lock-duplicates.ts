import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Keeps the duplicate groups of these projects from changing until the transaction ends. Call it after posts and before
 * leads are locked. The number of locks is bounded, since a text may be a duplicate in every project at once.
 */
export async function lockDuplicateGroups(tx: Transaction, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtext('earshot families'), slot) from (
      select distinct hashtext(id) & 255 as slot from unnest(${sql.param([...projectIds])}::text[]) as p(id) order by 1
    ) slots`)
}

/**
 * Locks the leads of posts that are about to be deleted, in one project or in all, with their duplicates: another lead
 * becomes the primary. In the lock order of leads, by post; the posts are locked already.
 */
export async function lockLeadsOf(
  tx: Transaction,
  postIds: readonly string[],
  projectId: string | null,
): Promise<void> {
  const own = sql`select project_id, id, sibling_of from opportunity
    where post_id = any (${sql.param([...postIds])}::uuid[])
      and (${projectId}::uuid is null or project_id = ${projectId}::uuid)`
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    with own as materialized (${own}) select distinct project_id as "projectId" from own`)
  if (rows.length === 0) return
  await lockDuplicateGroups(
    tx,
    rows.map((row) => row.projectId),
  )
  await tx.execute(sql`
    with own as materialized (${own})
    select from opportunity o where (o.project_id, o.id) in (
      select project_id, id from own
      union all
      select project_id, sibling_of from own where sibling_of is not null
      union all
      select s.project_id, s.id from own join opportunity s on s.project_id = own.project_id and s.sibling_of = own.id)
    order by o.post_id, o.project_id for update of o`)
}

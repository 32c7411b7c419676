import { sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadKey } from '../leads.ts'
import { lockLeadsOf } from './lock-duplicates.ts'

interface Shell extends LeadKey {
  postId: string
  isReleased: boolean
}

/** How long an untouched lead stays in lists after its post is gone, for users who have just read it. */
const shellMs = 24 * 3_600_000
const shellsAtOnce = 1000

/** Returns the leads of these posts, in every project. */
export async function leadsOfPosts(tx: Transaction, postIds: readonly string[]): Promise<Shell[]> {
  const { rows } = await tx.execute<Shell & Record<string, unknown>>(sql`
    select project_id as "projectId", id, post_id as "postId", ${isReleasedAs('opportunity')} as "isReleased"
    from opportunity
    where post_id = any (${sql.param([...postIds])}::uuid[]) order by id desc`)
  return rows
}

/**
 * Reduces leads whose posts are gone to a shell: when there was a lead, and the users' decisions and notes on it.
 * Deletes leads that were never shown, and chooses new primaries. Returns the leads that were reduced.
 */
export async function forgetLeads(ctx: Ctx, tx: Transaction, postIds: readonly string[]): Promise<Shell[]> {
  const of = sql`post_id = any (${sql.param([...postIds])}::uuid[])`
  const leads = await leadsOfPosts(tx, postIds)
  if (leads.length === 0) return []
  await lockLeadsOf(tx, postIds, null)
  await tx.execute(sql`
    delete from opportunity o where ${of} and (released_at is null or sibling_of is not null)
      and state = 'new' and not saved and not is_worked_on(project_id, id)`)
  await tx.execute(sql`select leave_families(array(select id from opportunity where ${of} and copy_keys is not null))`)
  const { rows } = await tx.execute<Shell & Record<string, unknown>>(sql`
    update opportunity set components = '[]', sentence = null, score = 0, label = 0, window_due_at = null,
      copy_keys = null,
      updated_at = ${ctx.now().toISOString()}
    where ${of} and (components <> '[]' or sentence is not null or copy_keys is not null or label <> 0)
    returning project_id as "projectId", id, post_id as "postId", ${isReleasedAs('opportunity')} as "isReleased"`)
  await announceLeads(ctx, tx, leads)
  return rows
}

/**
 * Removes the sentences and reasons of leads whose posts are reduced; the points stay. Returns these leads, locked in
 * the order of a release.
 */
export async function forgetReasons(ctx: Ctx, tx: Transaction, postIds: readonly string[]): Promise<Shell[]> {
  const { rows } = await tx.execute<Shell & Record<string, unknown>>(sql`
    with held as materialized (
      select project_id, id from opportunity where post_id = any (${sql.param([...postIds])}::uuid[])
      order by post_id, project_id for update
    )
    update opportunity o set updated_at = ${ctx.now().toISOString()}, sentence = null, components = (
      select coalesce(jsonb_agg(jsonb_set(c.component, '{reasons}', '[]') order by c.place), '[]')
      from jsonb_array_elements(o.components) with ordinality as c(component, place))
    from held where o.project_id = held.project_id and o.id = held.id
    returning o.project_id as "projectId", o.id, o.post_id as "postId", ${isReleasedAs('o')} as "isReleased"`)
  await announceLeads(ctx, tx, rows)
  return rows
}

/** Announces leads, without the ids of held ones. */
async function announceLeads(ctx: Ctx, tx: Transaction, leads: readonly Shell[]): Promise<void> {
  for (const { projectId, id, isReleased } of leads) {
    await announce(ctx, tx, 'opportunities', [projectId], isReleased ? id : null)
  }
}

/** Deletes a batch of shells without decisions or work on them, including held ones. Returns how many. */
export async function removeShells(ctx: Ctx, tx: Transaction): Promise<number> {
  const dayAgo = new Date(ctx.now().getTime() - shellMs).toISOString()
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    delete from opportunity o using (
      select o.project_id, o.id from post_check c join opportunity o on o.post_id = c.post_id
      where c.standing in ('deleted', 'removed', 'absent', 'authorless') and c.checked_at <= ${dayAgo}
        and o.state = 'new' and not o.saved and not is_worked_on(o.project_id, o.id)
      order by o.post_id, o.project_id limit ${shellsAtOnce} for update of o
    ) shell
    where o.project_id = shell.project_id and o.id = shell.id
    returning o.project_id as "projectId"`)
  await announce(ctx, tx, 'opportunities', [...new Set(rows.map(({ projectId }) => projectId))])
  return rows.length
}

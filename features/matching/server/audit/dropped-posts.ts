import { type SQL, sql } from 'drizzle-orm'
import { leastLabel } from '#engine/score/component.ts'
import type { Realm } from '#engine/sources.ts'
import { type AuditKind, auditMax } from '#features/leads/contract.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** A post of the audit's samples that isn't a lead. */
export interface Dropped {
  kind: AuditKind
  postId: string
  realm: Realm
}

/** The newest candidates, imports, and posts of each import that are looked through for sampled ones. */
const candidatesRead = 100_000
const importsRead = 5
const importedRead = 10_000

/** Returns the newest dropped posts in a project's samples that have no review, candidates before others. */
export async function unreviewed(tx: Transaction, projectId: string): Promise<Dropped[]> {
  const reviewed = sql`exists (
    select from audit_review a where a.project_id = ${projectId} and a.post_id = d.post_id)`
  const newest = (of: SQL) => sql`(
    select d.kind, d.post_id, d.realm from (${of}) d join post p on p.id = d.post_id
    where ${isReadable} and not ${reviewed} order by d.post_id desc limit ${auditMax})`
  const { rows } = await tx.execute<{ kind: AuditKind; postId: string; realm: Realm }>(sql`
    select d.kind, d.post_id as "postId", d.realm
    from (${newest(droppedCandidates(projectId))} union all ${newest(droppedImports(projectId))}) d
    order by d.kind, d.post_id desc limit ${auditMax}`)
  return rows
}

/** Returns a post of a project's samples, whether it has a review or not; undefined if it isn't in them. */
export async function droppedPost(tx: Transaction, projectId: string, postId: string): Promise<Dropped | undefined> {
  const { rows } = await tx.execute<{ kind: AuditKind; postId: string; realm: Realm }>(sql`
    select d.kind, d.post_id as "postId", d.realm
    from (${droppedCandidates(projectId, postId)} union all ${droppedImports(projectId, postId)}) d
    join post p on p.id = d.post_id
    where ${isReadable}`)
  return rows[0]
}

/** Two of a hundred posts, always the same ones in a project. */
function isSampled(projectId: string, postId: SQL): SQL {
  return sql`('x' || left(md5(${projectId}::text || ${postId}::text), 8))::bit(32)::bigint % 50 = 0`
}

/** Returns the sampled candidates (kind, post_id, realm) below the threshold, or only the given one. */
function droppedCandidates(projectId: string, postId?: string): SQL {
  const only = postId === undefined ? sql`` : sql`and post_id = ${postId}`
  return sql`
    select 'candidate' as kind, c.post_id, c.realm from (
      select post_id, realm, label from candidate where project_id = ${projectId} ${only}
      order by post_id desc limit ${candidatesRead}
    ) c
    where c.label < ${leastLabel} and ${isSampled(projectId, sql`c.post_id`)} and c.realm = ${realmOf(projectId)}
      and not ${isLead(projectId, sql`c.post_id`)}`
}

/**
 * Returns the sampled posts of imported archives that don't match the watchlist. Only imports keep such posts; those
 * that another project's watchlist keeps would reveal it (docs/decisions/0078).
 */
function droppedImports(projectId: string, postId?: string): SQL {
  const only = postId === undefined ? sql`` : sql`and id = ${postId}`
  return sql`
    select 'other' as kind, t.post_id, t.realm
    from (
      select id from import where project_id is null or project_id = ${projectId} order by id desc limit ${importsRead}
    ) i
    cross join lateral (
      select id as post_id, realm from post where import_id = i.id ${only} order by id desc limit ${importedRead}
    ) t
    where ${isSampled(projectId, sql`t.post_id`)} and t.realm = ${realmOf(projectId)}
      and not exists (select from candidate c where c.project_id = ${projectId} and c.post_id = t.post_id)
      and not ${isLead(projectId, sql`t.post_id`)}`
}

function realmOf(projectId: string): SQL {
  return sql`(select r.realm from project r where r.id = ${projectId})`
}

function isLead(projectId: string, postId: SQL): SQL {
  return sql`exists (select from opportunity o where o.project_id = ${projectId} and o.post_id = ${postId})`
}

/** The condition for a post (p) whose whole text is stored. */
const isReadable = sql`not exists (
  select from post_check c where c.post_id = p.id and c.standing <> 'there')`

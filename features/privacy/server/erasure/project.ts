import { type SQL, sql } from 'drizzle-orm'
import { lockLeadsOf } from '#features/leads/server/index.ts'
import { lockFeeds } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

const batchesAtOnce = 100
/** Upload chunks per transaction: at most 64 MB. */
const piecesAtOnce = 64

/** Deletes all data of a project, the project last. Returns whether it is complete. */
export async function eraseProject(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  const kept = [keepAudit, keepSubscriptions, keepPurchases, removeBatches, removePieces]
  const posts = [removeLeadsOf('candidate'), removeLeadsOf('opportunity'), removeLeadsOf('mention'), removeOwnPosts]
  if (!(await takeSteps(ctx, erasure, [...kept, ...posts, removeFeedUses]))) return false
  const tables = await transaction(ctx, (tx) => tablesWithRows(tx, erasure))
  return takeSteps(ctx, erasure, [...tables.map((table) => removeFrom(table)), forgetRecentPosition, removeProject])
}

/**
 * Returns the tables with rows of the project, among all with a project ID, so that new tables are covered
 * automatically. Rows that the worker may not delete are deleted with the project.
 */
async function tablesWithRows(tx: Transaction, { subjectId }: ErasureRow): Promise<string[]> {
  const { rows: tables } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and has_table_privilege(c.oid, 'delete')
    order by 1`)
  const looks = tables.map(
    ({ name }) => sql`select ${name}::text as name
      where exists (select from ${sql.identifier(name)} where project_id = ${subjectId})`,
  )
  const { rows } = await tx.execute<{ name: string }>(sql.join(looks, sql` union all `))
  return rows.map(({ name }) => name)
}

/** Deletes a table's rows of the project. */
export function removeFrom(table: string, which: SQL = sql``): Step {
  const name = sql.identifier(table)
  return async (tx, { subjectId }) => {
    const { rowCount } = await tx.execute(sql`
      delete from ${name} where ctid = any (array(
        select ctid from ${name} where project_id = ${subjectId} ${which} limit ${batchSize}))`)
    return rowCount ?? 0
  }
}

const keepAudit: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    with gone as (
      delete from audit_entry where ctid = any (array(
        select ctid from audit_entry where project_id = ${subjectId} order by id limit ${batchSize} for update))
      returning id, actor, action, created_at
    )
    insert into kept_audit (project, actor, action, created_at)
    select pseudonym(${secret}, ${subjectId}::text),
      case when actor like 'user:%' then pseudonym(${secret}, actor) else actor end, action, created_at
    from gone order by id`)
  return rowCount ?? 0
}

const keepSubscriptions: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    with gone as (delete from subscription where project_id = ${subjectId} returning *)
    insert into kept_payment
      (project, payer, kind, provider_id, status, product_id, product_name, created_at, updated_at)
    select pseudonym(${secret}, ${subjectId}::text), coalesce(payer, pseudonym(${secret}, 'user:' || user_id)),
      'subscription', provider_id, status, main_product_id, main_product_name, created_at, updated_at
    from gone`)
  return rowCount ?? 0
}

const keepPurchases: Step = async (tx, { subjectId, secret }) => {
  const { rowCount } = await tx.execute(sql`
    with gone as (delete from purchase where project_id = ${subjectId} returning *)
    insert into kept_payment (project, payer, kind, provider_id, created_at, updated_at)
    select pseudonym(${secret}, ${subjectId}::text), coalesce(payer, pseudonym(${secret}, 'user:' || user_id)),
      'purchase', provider_id, created_at, updated_at
    from gone`)
  return rowCount ?? 0
}

/** Deletes the batches of the project's imports, so that their posts aren't matched again. */
const removeBatches: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from recent where arrived_on = 'infinity' and id = any (array(
      select id from recent where arrived_on = 'infinity' and project_id = ${subjectId}
      limit ${batchesAtOnce} for update))`)
  return rowCount ?? 0
}

const removePieces: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from import_chunk where ctid = any (array(
      select c.ctid from import i join import_chunk c on c.import_id = i.id
      where i.project_id = ${subjectId} limit ${piecesAtOnce} for update of c))`)
  return rowCount ?? 0
}

/**
 * Deletes a project's finds, and the posts that are then no longer needed: no other project has found, saved or
 * mentioned them, and no archive of the operator or another project has them.
 */
export function removeLeadsOf(table: 'candidate' | 'opportunity' | 'mention', which: SQL = sql``): Step {
  return async (tx, { subjectId }) => {
    // Locked in a fixed order, so that no candidates or leads are added to these posts.
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from post where id = any (array(
        select post_id from ${sql.identifier(table)} where project_id = ${subjectId} ${which} limit ${batchSize}))
      order by id for update`)
    if (rows.length === 0) return 0
    const ids = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`
    await lockLeadsOf(
      tx,
      rows.map(({ id }) => id),
      subjectId,
    )
    for (const own of ['opportunity', 'mention', 'candidate']) {
      await tx.execute(
        sql`delete from ${sql.identifier(own)} where project_id = ${subjectId} and post_id = any (${ids})`,
      )
    }
    await tx.execute(sql`
      delete from post p where p.id = any (${ids}) and (p.project_id is null or p.project_id = ${subjectId})
        and (p.import_id is null or exists (
          select from import i where i.id = p.import_id and i.project_id = ${subjectId}))
        and not exists (select from candidate c where c.post_id = p.id)
        and not exists (select from opportunity o where o.post_id = p.id)
        and not exists (select from mention m where m.post_id = p.id)`)
    return rows.length
  }
}

/** Deletes posts of its imports that never became candidates. */
const removeOwnPosts: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from post where id = any (array(
      select id from post where project_id = ${subjectId} limit ${batchSize} for update))`)
  return rowCount ?? 0
}

/** Deleting the last use of a feed deletes the feed. No new use can appear, because the project is inactive. */
const removeFeedUses: Step = async (tx, erasure) => {
  await lockFeeds(tx)
  return removeFrom('feed_use')(tx, erasure)
}

/** A running batch may store this project as its position; the previous project is an equivalent position. */
const forgetRecentPosition: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    update recent set position_project = (
      select id from project where id < ${subjectId} order by id desc limit 1)
    where finished_at is null and position_project = ${subjectId}`)
  return rowCount ?? 0
}

const removeProject: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`delete from project where id = ${subjectId}`)
  return rowCount ?? 0
}

import { type SQL, sql } from 'drizzle-orm'
import { lockLeadsOf } from '#features/leads/server/index.ts'
import { lockFeeds } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { ErasureRow } from './erasures.ts'
import { batchSize, type Step, takeSteps } from './steps.ts'

const batchesAtOnce = 100
/** Pieces of uploads of one transaction: 64 MB at most. */
const piecesAtOnce = 64

/** Takes away all that is kept of a project, the project last. Answers whether it came to the end. */
export async function eraseProject(ctx: Ctx, erasure: ErasureRow): Promise<boolean> {
  const tables = await transaction(ctx, tenantTables)
  const steps = [keepAudit, keepSubscriptions, keepPurchases, removeBatches, removePieces]
  const posts = [removeLeadsOf('candidate'), removeLeadsOf('opportunity'), removeLeadsOf('mention'), removeOwnPosts]
  return takeSteps(ctx, erasure, [
    ...steps,
    ...posts,
    removeFeedUses,
    ...tables.map((table) => removeFrom(table)),
    forgetRecentPosition,
    removeProject,
  ])
}

/**
 * Every table whose rows say which project they are of, so that one that is added later goes along. Where the worker may
 * not remove rows, they go with the project.
 */
async function tenantTables(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and has_table_privilege(c.oid, 'delete')
    order by 1`)
  return rows.map(({ name }) => name)
}

/** The rows of a table that say that they are of the project. */
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

/** The batches of its imports, so that nobody finds their posts again. */
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
 * What a project found, with the posts that nobody else needs: no other project has found, saved or mentions them, and no
 * archive of the operator or of another project keeps them.
 */
export function removeLeadsOf(table: 'candidate' | 'opportunity' | 'mention', which: SQL = sql``): Step {
  return async (tx, { subjectId }) => {
    // Held in one order, so that nobody makes candidates or leads of them meanwhile.
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

/** What its imports brought in that became no candidate. */
const removeOwnPosts: Step = async (tx, { subjectId }) => {
  const { rowCount } = await tx.execute(sql`
    delete from post where id = any (array(
      select id from post where project_id = ${subjectId} limit ${batchSize} for update))`)
  return rowCount ?? 0
}

/** The last use of a place takes the place along. Nobody begins one anew: the project is no longer active. */
const removeFeedUses: Step = async (tx, erasure) => {
  await lockFeeds(tx)
  return removeFrom('feed_use')(tx, erasure)
}

/** A batch under way may note that it has come to this project: it has come as far if it notes the one before. */
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

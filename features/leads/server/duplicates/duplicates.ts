import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadKey } from '../leads.ts'
import { opportunity } from '../tables.ts'
import { choosePrimaries, lockGroupRows } from './choose-primaries.ts'
import { claim, claimKeyOf, firstOfEach, grouped, type KeyedLead, primariesOf } from './copies.ts'
import { lockDuplicateGroups } from './lock-duplicates.ts'

/**
 * Groups leads that were just written with their duplicates and chooses each group's primary
 * (docs/decisions/0025). Call it once, at the end of the transaction. It waits only for transactions that
 * write a copy of the same text, or another duplicate in the same project.
 */
export async function groupDuplicates(tx: Transaction, leads: readonly KeyedLead[]): Promise<void> {
  const firsts = firstOfEach(leads)
  const taken = await claim(tx, [...firsts.values()])
  const isCopy = ({ projectId, id, copyKeys }: KeyedLead) =>
    copyKeys.some((key) => taken.has(claimKeyOf(projectId, key)) || firsts.get(claimKeyOf(projectId, key))!.id !== id)
  const copies = leads.filter(isCopy)
  if (copies.length === 0) return
  await lockDuplicateGroups(
    tx,
    copies.map(({ projectId }) => projectId),
  )
  const roots = await primariesOf(tx, [...taken.values()])
  const groups = grouped(
    copies,
    (claimKey) => roots.get(claimKey) ?? (taken.has(claimKey) ? undefined : firsts.get(claimKey)?.id),
  )
  const fresh = new Set(leads.map(({ id }) => id))
  await choosePrimaries(tx, groups, (id) => fresh.has(id))
}

/**
 * Locks one of the actor's leads and its duplicates before a change, in the common lock order: posts (the database
 * locks them when a lead changes twice), the lock of duplicate groups, leads (docs/decisions/0040). Does nothing for a
 * lead outside the actor's projects.
 */
export async function lockDuplicates(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute<LeadKey & Record<string, unknown>>(sql`
    select project_id as "projectId", coalesce(sibling_of, id) as id from ${opportunity}
    where ${and(ownProjects(ctx, opportunity.projectId), eq(opportunity.id, id))}`)
  const [root] = rows
  if (!root) return
  await tx.execute(sql`select hold_posts_of(${root.projectId}, ${root.id})`)
  await lockGroupOf(ctx, tx, id)
  await lockGroupRows(tx, [root])
}

/**
 * Keeps a lead's group of duplicates from changing until the transaction ends; returns false if it has none. Call it once
 * the lead is locked, since a duplicate may have arrived in the meantime.
 */
export async function lockGroupOf(ctx: Ctx, tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    select ${opportunity.projectId} as "projectId" from ${opportunity}
    where ${and(ownProjects(ctx, opportunity.projectId), eq(opportunity.id, id))} and (${opportunity.siblingOf} is not null
      or exists (select from opportunity s
        where s.project_id = ${opportunity.projectId} and s.sibling_of = ${opportunity.id}))`)
  await lockDuplicateGroups(
    tx,
    rows.map(({ projectId }) => projectId),
  )
  return rows.length > 0
}

/** Makes a locked lead the primary of its group before a decision. Call choosePrimary() after the decision. */
export async function makePrimary(tx: Transaction, { projectId, id }: LeadKey): Promise<void> {
  await tx.execute(sql`
    with own as (
      select o.sibling_of as root, r.state = 'new' and not r.saved and not is_worked_on(r.project_id, r.id) as is_open
      from opportunity o join opportunity r on r.project_id = o.project_id and r.id = o.sibling_of
      where o.project_id = ${projectId} and o.id = ${id}
    ), family as (
      select ${id}::uuid as id from own
      union select root from own where is_open
      union select s.id from own join opportunity s on s.project_id = ${projectId} and s.sibling_of = root where is_open
    )
    update opportunity o set sibling_of = nullif(${id}::uuid, o.id)
    from family f where o.project_id = ${projectId} and o.id = f.id`)
}

/** Chooses the primary again after a decision or its undo: the lead with a decision, or else the earliest. */
export async function choosePrimary(tx: Transaction, { projectId, id }: LeadKey): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coalesce(h.sibling_of, h.id) as id
    from opportunity o
    join sibling_key k on k.project_id = o.project_id and k.key = any (o.copy_keys)
    join opportunity h on h.project_id = k.project_id and h.id = k.opportunity_id
    where o.project_id = ${projectId} and o.id = ${id}
    union
    (select s.id from opportunity s join post p on p.id = s.post_id
      where s.project_id = ${projectId} and s.sibling_of = ${id}
      order by not ${isReleasedAs('s')}, s.posted_at, p.outside_id, p.kind, s.id limit 1)`)
  await choosePrimaries(tx, [{ projectId, ids: new Set([id, ...rows.map((row) => row.id)]) }], () => false)
}

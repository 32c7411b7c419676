import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import type { LeadKey } from '../leads.ts'
import { isReleasedAs } from '../released.ts'
import { holdFamilies, unite } from '../standing.ts'
import { opportunity } from '../tables.ts'
import { claim, firstOfEach, grouped, type KeyedLead, placeOf, rootsOf } from './copies.ts'
import { lockFamilies } from './families-turn.ts'

/**
 * Finds the families of leads that were just written, and who stands for each (docs/decisions/0025-siblings.md). To be
 * called once in a transaction, at its end. Nobody waits but for who brings a copy of the same text, or another copy to
 * the same project, just now.
 */
export async function foldCopies(tx: Transaction, leads: readonly KeyedLead[]): Promise<void> {
  const firsts = firstOfEach(leads)
  const taken = await claim(tx, [...firsts.values()])
  const isCopy = ({ projectId, id, copyKeys }: KeyedLead) =>
    copyKeys.some((key) => taken.has(placeOf(projectId, key)) || firsts.get(placeOf(projectId, key))!.id !== id)
  const copies = leads.filter(isCopy)
  if (copies.length === 0) return
  await lockFamilies(
    tx,
    copies.map(({ projectId }) => projectId),
  )
  const roots = await rootsOf(tx, [...taken.values()])
  const families = grouped(
    copies,
    (place) => roots.get(place) ?? (taken.has(place) ? undefined : firsts.get(place)?.id),
  )
  const fresh = new Set(leads.map(({ id }) => id))
  await unite(tx, families, (id) => fresh.has(id))
}

/**
 * Holds a lead of the actor's that is to be changed, and its family, in the order in which all hold them: posts, which the
 * database asks for where a lead is changed twice, the families' lock, leads (docs/decisions/0040-forgetting.md). Of a
 * lead that is nobody's here nothing is held.
 */
export async function holdFamilyOf(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute<LeadKey & Record<string, unknown>>(sql`
    select project_id as "projectId", coalesce(sibling_of, id) as id from ${opportunity}
    where ${ownProjects(ctx, opportunity.projectId)} and ${opportunity.id} = ${id}`)
  const [root] = rows
  if (!root) return
  await tx.execute(sql`select hold_posts_of(${root.projectId}, ${root.id})`)
  await lockFamilyOf(ctx, tx, id)
  await holdFamilies(tx, [root])
}

/**
 * Keeps the family of a lead from changing until the transaction ends; false where it has none. To be called once the lead
 * is held: somebody may have brought it a copy meanwhile.
 */
export async function lockFamilyOf(ctx: Ctx, tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    select ${opportunity.projectId} as "projectId" from ${opportunity}
    where ${ownProjects(ctx, opportunity.projectId)} and ${opportunity.id} = ${id} and (${opportunity.siblingOf} is not null
      or exists (select from opportunity s
        where s.project_id = ${opportunity.projectId} and s.sibling_of = ${opportunity.id}))`)
  await lockFamilies(
    tx,
    rows.map(({ projectId }) => projectId),
  )
  return rows.length > 0
}

/**
 * Lets a lead that is to be decided on stand for its family. To be called while it is held; afterwards, settle() says
 * who stands for the family by what was decided.
 */
export async function comeForward(tx: Transaction, { projectId, id }: LeadKey): Promise<void> {
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

/** Who stands for a lead's family once something was decided about it, or taken back: what was decided on, or the first. */
export async function settle(tx: Transaction, { projectId, id }: LeadKey): Promise<void> {
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
  await unite(tx, [{ projectId, ids: new Set([id, ...rows.map((row) => row.id)]) }], () => false)
}

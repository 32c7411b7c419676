import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadKey } from '../leads.ts'

/** Leads of one project that are duplicates of each other: new ones, and the primaries of existing groups. */
export interface DuplicateGroup {
  projectId: string
  ids: Set<string>
}

/** The properties that decide which lead of a group is its primary. */
interface Member extends LeadKey {
  isDecided: boolean
  isReleased: boolean
  postedAt: number | null
  outsideId: bigint
  kind: string
}

/** Chooses the primary of each group. Locks the previous primary first and reads the decisions about it again. */
export async function choosePrimaries(
  tx: Transaction,
  groups: readonly DuplicateGroup[],
  isNew: (id: string) => boolean,
): Promise<void> {
  const members = await membersOf(tx, groups.flatMap(keysOf))
  const firstOf = (group: DuplicateGroup) =>
    [...group.ids].flatMap((id) => members.get(id) ?? []).toSorted(byPrecedence)[0]?.id
  const contested = groups.flatMap((group) => {
    const first = firstOf(group)
    const existing = keysOf(group).filter(({ id }) => !isNew(id))
    return existing.some(({ id }) => id !== first) ? existing : []
  })
  await lockGroupRows(tx, contested)
  for (const [id, member] of await membersOf(tx, contested)) members.set(id, member)
  const moves = groups.flatMap((group) => {
    const root = firstOf(group)
    const open = keysOf(group).filter(({ id }) => members.get(id)?.isDecided === false)
    return root === undefined ? [] : open.map((key) => ({ ...key, root }))
  })
  await move(tx, moves)
}

function keysOf({ projectId, ids }: DuplicateGroup): LeadKey[] {
  return [...ids].map((id) => ({ projectId, id }))
}

/** A member as the database returns it. */
interface Written extends Record<string, unknown>, Omit<Member, 'postedAt' | 'outsideId'> {
  postedAt: string | null
  outsideId: string
}

/** Locks primaries and their duplicates in the lock order of leads: by post. */
export async function lockGroupRows(tx: Transaction, keys: readonly LeadKey[]): Promise<void> {
  if (keys.length === 0) return
  await tx.execute(sql`
    with key as materialized (select * from ${keysIn(keys)})
    select from opportunity o where (o.project_id, o.id) in (
      select project_id, id from key
      union all
      select s.project_id, s.id from key join opportunity s on s.project_id = key.project_id and s.sibling_of = key.id)
    order by o.post_id, o.project_id for no key update of o`)
}

/** Returns leads as a table w. */
function keysIn(keys: readonly LeadKey[]): SQL {
  return sql`unnest(${sql.param(keys.map(({ projectId }) => projectId))}::uuid[],
    ${sql.param(keys.map(({ id }) => id))}::uuid[]) as w(project_id, id)`
}

/** Returns these leads by id. */
async function membersOf(tx: Transaction, keys: readonly LeadKey[]): Promise<Map<string, Member>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.execute<Written>(sql`
    select o.project_id as "projectId", o.id, p.outside_id as "outsideId",
      o.state <> 'new' or o.saved or is_worked_on(o.project_id, o.id) as "isDecided",
      ${isReleasedAs('o')} as "isReleased",
      (extract(epoch from o.posted_at) * 1000)::bigint as "postedAt", p.kind
    from ${keysIn(keys)}
    join opportunity o on o.project_id = w.project_id and o.id = w.id
    join post p on p.id = o.post_id`)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, outsideId: BigInt(row.outsideId), postedAt: row.postedAt === null ? null : Number(row.postedAt) },
    ]),
  )
}

/**
 * Orders leads with a decision first, then released ones (a held primary would hide its duplicates), then the earliest
 * post. The order of arrival never counts. The trigger keep_families() has the same rule.
 */
function byPrecedence(a: Member, b: Member): number {
  if (a.isDecided !== b.isDecided) return a.isDecided ? -1 : 1
  if (a.isReleased !== b.isReleased) return a.isReleased ? -1 : 1
  const [postedA, postedB] = [a.postedAt ?? Number.POSITIVE_INFINITY, b.postedAt ?? Number.POSITIVE_INFINITY]
  if (postedA !== postedB) return postedA - postedB
  if (a.outsideId !== b.outsideId) return a.outsideId < b.outsideId ? -1 : 1
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Makes `root` the primary of these leads and of their duplicates. */
async function move(tx: Transaction, moves: readonly { projectId: string; id: string; root: string }[]): Promise<void> {
  if (moves.length === 0) return
  const column = (value: (move: (typeof moves)[number]) => string) => sql.param(moves.map(value))
  const moved = sql`unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ id }) => id)}::uuid[],
    ${column(({ root }) => root)}::uuid[]) as m(project_id, id, root)`
  await tx.execute(sql`
    update opportunity o set sibling_of = nullif(m.root, o.id) from ${moved}
    where o.project_id = m.project_id and o.id = m.id and o.sibling_of is distinct from nullif(m.root, o.id)`)
  await tx.execute(sql`
    update opportunity o set sibling_of = m.root from ${moved}
    where o.project_id = m.project_id and o.sibling_of = m.id and m.id <> m.root`)
}

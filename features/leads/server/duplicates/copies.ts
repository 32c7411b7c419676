import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { LeadKey } from '../leads.ts'
import type { DuplicateGroup } from './choose-primaries.ts'

/** A lead with the keys of its text (engine/copy-keys). */
export interface KeyedLead extends LeadKey {
  copyKeys: readonly string[]
}

/** A key and a lead that has it. */
export interface Claim {
  projectId: string
  key: string
  id: string
}

/** Returns the map key of a copy key within its project. */
export function claimKeyOf(projectId: string, key: string): string {
  return `${projectId} ${key}`
}

/** Returns the first of these leads for each key, by claimKeyOf(). */
export function firstOfEach(leads: readonly KeyedLead[]): Map<string, Claim> {
  const firsts = new Map<string, Claim>()
  for (const { projectId, id, copyKeys } of leads) {
    for (const key of copyKeys) {
      const claimKey = claimKeyOf(projectId, key)
      if (!firsts.has(claimKey)) firsts.set(claimKey, { projectId, key, id })
    }
  }
  return firsts
}

/**
 * Claims keys for their leads, and returns the claims on keys that were already taken, by claimKeyOf(). Waits for other
 * transactions that claim one of them; all claim in the same order.
 */
export async function claim(tx: Transaction, claims: readonly Claim[]): Promise<Map<string, Claim>> {
  const taken = new Map<string, Claim>()
  if (claims.length === 0) return taken
  const column = (value: (claim: Claim) => string) => sql.param(claims.map(value))
  const { rows } = await tx.execute<{ claimKey: string }>(sql`
    with wanted as materialized (
      select * from unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ key }) => key)}::bigint[],
        ${column(({ id }) => id)}::uuid[]) as w(project_id, key, opportunity_id)
    ), added as (
      insert into sibling_key (project_id, key, opportunity_id)
      select project_id, key, opportunity_id from wanted order by project_id, key
      on conflict do nothing returning project_id, key
    )
    select project_id || ' ' || key as "claimKey" from (
      select project_id, key from wanted except all select project_id, key from added
    ) taken`)
  const claimKeys = new Set(rows.map((row) => row.claimKey))
  for (const each of claims) {
    const claimKey = claimKeyOf(each.projectId, each.key)
    if (claimKeys.has(claimKey)) taken.set(claimKey, each)
  }
  return taken
}

/**
 * Returns the primaries of the groups that taken keys belong to, by claimKeyOf(), locked against deletion. If one is being
 * deleted, waits and reads its keys again: they now belong to the next primary.
 */
export async function primariesOf(tx: Transaction, claims: readonly Claim[]): Promise<Map<string, string>> {
  const roots = new Map<string, string>()
  for (let round = 0; round < 2; round++) {
    const open = claims.filter(({ projectId, key }) => !roots.has(claimKeyOf(projectId, key)))
    if (open.length === 0) break
    const { rows } = await tx.execute<{ claimKey: string; root: string }>(sql`
      select k.project_id || ' ' || k.key as "claimKey", r.id as root
      from unnest(${sql.param(open.map(({ projectId }) => projectId))}::uuid[],
        ${sql.param(open.map(({ key }) => key))}::bigint[]) as w(project_id, key)
      join sibling_key k on k.project_id = w.project_id and k.key = w.key
      join opportunity o on o.project_id = k.project_id and o.id = k.opportunity_id
      join opportunity r on r.project_id = o.project_id and r.id = coalesce(o.sibling_of, o.id)
      for key share of r`)
    for (const { claimKey, root } of rows) roots.set(claimKey, root)
  }
  return roots
}

/** Groups leads that share a key with each other, or with the lead that `otherAt` returns for the key. */
export function grouped(
  leads: readonly KeyedLead[],
  otherAt: (claimKey: string) => string | undefined,
): DuplicateGroup[] {
  const parents = new Map<string, string>()
  const top = (id: string): string => {
    let at = id
    for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) {
      const above = parents.get(parent)
      if (above !== undefined) parents.set(at, above)
      at = parent
    }
    return at
  }
  const pairs = leads.flatMap(({ projectId, id, copyKeys }) =>
    copyKeys.flatMap((key) => {
      const other = otherAt(claimKeyOf(projectId, key))
      return other === undefined ? [] : [{ projectId, id, other }]
    }),
  )
  for (const { id, other } of pairs) if (top(id) !== top(other)) parents.set(top(id), top(other))
  const groups = new Map<string, DuplicateGroup>()
  for (const { projectId, id, other } of pairs) {
    const group = groups.get(top(id)) ?? { projectId, ids: new Set() }
    groups.set(top(id), group)
    group.ids.add(id).add(other)
  }
  return [...groups.values()].filter(({ ids }) => ids.size > 1)
}

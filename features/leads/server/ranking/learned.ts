import { sql } from 'drizzle-orm'
import { type DecidedLead, decisionsMax, type Learned, learn } from '#engine/learn/learn.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'
import { isInRealmAs } from '#platform/server/tenancy/visible-rows.ts'

interface Cached {
  version: number
  learned: Learned
}

/** A cache of what projects have learned, the last used ones at the end; each takes up to 500 kB. */
const caches = new WeakMap<Database, Map<string, Cached>>()
const cachedMost = 100

/**
 * Returns what each of these projects has learned from its current decisions; projects without decisions have no entry.
 */
export async function learnedBy(
  ctx: Ctx,
  tx: Transaction,
  projectIds: readonly string[],
): Promise<Map<string, Learned>> {
  const cache = caches.get(ctx.db) ?? new Map<string, Cached>()
  caches.set(ctx.db, cache)
  const found = new Map<string, Learned>()
  for (const [projectId, version] of await versionsOf(tx, projectIds)) {
    const before = cache.get(projectId)
    // Decisions are read after their version, so they may be newer, and are then read again, but never older.
    const learned = before?.version === version ? before.learned : learn(await decisionsOf(tx, projectId))
    cache.delete(projectId)
    cache.set(projectId, { version, learned })
    found.set(projectId, learned)
  }
  for (const projectId of cache.keys()) {
    if (cache.size <= cachedMost) break
    cache.delete(projectId)
  }
  return found
}

async function versionsOf(tx: Transaction, projectIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ projectId: string; version: string }>(sql`
    select project_id as "projectId", version from learning
    where project_id = any (${sql.param([...projectIds])}::uuid[])`)
  return new Map(rows.map(({ projectId, version }) => [projectId, Number(version)]))
}

/** Returns one verdict per lead of the project's realm, newest first; a rejection outweighs a save. */
async function decisionsOf(tx: Transaction, projectId: string): Promise<DecidedLead[]> {
  const { rows } = await tx.execute<DecidedLead & Record<string, unknown>>(sql`
    select o.post_id as id, d.signs, d.verdict
    from (
      select distinct on (n.opportunity_id) n.opportunity_id, n.signs, n.created_at,
        coalesce(n.reason, 'accepted') as verdict
      from (
        select * from decision where project_id = ${projectId} and signs is not null
        order by created_at desc limit ${2 * decisionsMax}
      ) n
      order by n.opportunity_id, n.reason is null, n.created_at desc, n.kind
    ) d
    join opportunity o on o.project_id = ${projectId} and o.id = d.opportunity_id and ${isInRealmAs('o')}
    order by d.created_at desc, d.opportunity_id
    limit ${decisionsMax}`)
  return rows
}

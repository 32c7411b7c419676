import { type SQL, sql } from 'drizzle-orm'
import { billingPath } from '#engine/rules/access.ts'
import type { Entitlement } from '#engine/subscription/quota.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { entitlementIn } from './access.ts'

/**
 * The entries that a plan limits, by the name of the quota. Competitors' names don't count as keywords (DECISIONS 15).
 */
export type Limited = 'keywords' | 'competitors'

const tables: Record<Limited, { rows: SQL; own: SQL }> = {
  keywords: { rows: sql`keyword`, own: sql`kind <> 'competitor'` },
  competitors: { rows: sql`competitor`, own: sql`true` },
}

/**
 * Throws ConflictError if the project has more active entries than its plan allows. Paused and retired ones don't
 * count. Call it after takeTurn() and after the entry was activated.
 */
export async function requireRoom(ctx: Ctx, tx: Transaction, projectId: string, what: Limited): Promise<void> {
  const limit = await limitOf(ctx, tx, projectId, what)
  if (limit === null) return
  const { rows, own } = tables[what]
  const counted = await tx.execute<{ used: number }>(
    sql`select count(*)::int as used from ${rows} where project_id = ${projectId} and status = 'active' and ${own}`,
  )
  if (counted.rows[0]!.used > limit) throw overQuota(what, limit)
}

/**
 * Keeps a project's watchlist within its plan; call it after takeTurn(). Deletes nothing: pauses the newest active
 * entries, and resumes those paused by quota, oldest first, while there is room. Entries paused by a user stay paused.
 * Returns the changes. Does nothing without access: whether such a project is matched isn't up to the quota.
 */
export async function keepToQuota(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  what: Limited,
): Promise<{ id: string; status: 'active' | 'paused' }[]> {
  const entitled = await entitlementIn(ctx, tx, projectId)
  if (!entitled?.access.granted) return []
  const limit = entitled.quota?.[what] ?? null
  const { rows, own } = tables[what]
  const changed = await tx.execute<{ id: string; status: 'active' | 'paused' }>(sql`
    update ${rows} r
    set status = wanted.status, paused_by = case when wanted.status = 'paused' then 'quota' end,
      updated_at = ${ctx.now().toISOString()}::timestamptz
    from (
      select id, status as was, case when ${limit}::int is null
        or row_number() over (order by status <> 'active', created_at, id) <= ${limit}::int
        then 'active' else 'paused' end as status
      from ${rows} where project_id = ${projectId} and ${own} and (status = 'active' or paused_by = 'quota')
    ) wanted
    where r.project_id = ${projectId} and r.id = wanted.id and wanted.status <> wanted.was
    returning r.id, r.status`)
  return changed.rows
}

/** Returns the limit, or null if there is none. */
async function limitOf(ctx: Ctx, tx: Transaction, projectId: string, what: Limited): Promise<number | null> {
  const entitled: Entitlement | null = await entitlementIn(ctx, tx, projectId)
  if (!entitled) throw new ApiError('NotFoundError', 'Not Found')
  return entitled.quota?.[what] ?? null
}

function overQuota(what: Limited, limit: number): ApiError {
  const message = `Your plan includes ${limit} active ${what}. Pause or delete one, or upgrade your plan.`
  return new ApiError('ConflictError', message, { quota: what, limit, billing: billingPath })
}

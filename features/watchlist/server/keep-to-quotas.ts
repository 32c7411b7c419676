import { sql } from 'drizzle-orm'
import { plansOf } from '#engine/subscription/plans.ts'
import { keepToQuota, type Limited } from '#features/billing/server/index.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

const nouns: Record<Limited, string> = { keywords: 'keyword', competitors: 'competitor' }

/** Pauses entries beyond the plan's quota and resumes them when there is room, in all projects. */
export async function keepToQuotas(ctx: Ctx): Promise<void> {
  for (const projectId of await concerned(ctx)) await keepProjectToQuota(ctx, projectId)
}

/** Applies the plan's quota to one project and audits each change. */
export async function keepProjectToQuota(ctx: Ctx, projectId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    let isChanged = false
    for (const what of ['keywords', 'competitors'] as const) {
      for (const { id, status } of await keepToQuota(ctx, tx, projectId, what)) {
        const details = { changed: ['status'], is: { status }, by: 'quota' }
        await audit(ctx, tx, { projectId, action: `${nouns[what]}.update`, subjectId: id, details })
        isChanged = true
      }
    }
    if (isChanged) await watchlistChanged(ctx, tx, projectId)
  })
}

/** Returns projects with an entry paused by quota, or with more active ones than the smallest plan allows. */
async function concerned(ctx: Ctx): Promise<string[]> {
  const quotas = plansOf(ctx.plans).flatMap(({ quota }) => quota ?? [])
  const least = (what: Limited) => Math.min(...quotas.map((quota) => quota[what]))
  const over = (what: Limited) => (ctx.billing === 'off' ? null : least(what))
  const found = await transaction(ctx, (tx) =>
    tx.execute<{ id: string }>(sql`
      select project_id as id from keyword where kind <> 'competitor' group by 1
        having bool_or(paused_by = 'quota') or count(*) filter (where status = 'active') > ${over('keywords')}::int
      union
      select project_id from competitor group by 1
        having bool_or(paused_by = 'quota') or count(*) filter (where status = 'active') > ${over('competitors')}::int`),
  )
  return found.rows.map(({ id }) => id)
}

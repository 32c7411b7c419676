import { sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/**
 * Removes everything that results say about these posts. Of posts that are gone, the score too; of reduced ones, the
 * points stay, as for leads. Call it after the posts are locked.
 */
export async function forgetResults(
  ctx: Ctx,
  tx: Transaction,
  postIds: readonly string[],
  { areGone }: { areGone: boolean },
): Promise<void> {
  const withoutReasons = sql`(
    select coalesce(jsonb_agg(jsonb_set(c.component, '{reasons}', '[]') order by c.place), '[]')
    from jsonb_array_elements(r.components) with ordinality as c(component, place))`
  const left = areGone ? sql`components = '[]', score = 0, label = 0` : sql`components = ${withoutReasons}`
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    with held as materialized (
      select project_id, id from lead_run_result where post_id = any (${sql.param([...postIds])}::uuid[])
      order by post_id, project_id, id for update
    )
    update lead_run_result r set sentence = null, ${left}, updated_at = ${ctx.now().toISOString()}
    from held where r.project_id = held.project_id and r.id = held.id
    returning r.project_id as "projectId"`)
  await announce(ctx, tx, 'leadRuns', [...new Set(rows.map(({ projectId }) => projectId))])
}

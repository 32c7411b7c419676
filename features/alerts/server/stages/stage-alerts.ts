import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { activeRules, addAlerts, lockAlerts } from '../evaluate-alerts.ts'

/** Changes per transaction. An import may move thousands of people. */
const changesAtOnce = 500

/**
 * Alerts by rules about people to those who changed their stage (docs/decisions/0118). Each change is taken once, in the
 * transaction that adds its alerts. An error in one project does not hold up the others.
 */
export async function runStageAlerts(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  const failed = new Set<string>()
  for (let isLeft = true; isLeft && !ctx.stopping.aborted; ) {
    const projectIds = (await transaction(ctx, projectsWithChanges)).filter((id) => !failed.has(id))
    for (const projectId of projectIds) {
      await transaction(ctx, (tx) => alertProject(ctx, tx, projectId)).catch((error: unknown) => {
        ctx.log.error({ projectId, ...faultOf(error) }, 'alerting to changes of stages failed')
        failed.add(projectId)
        fault = { error }
      })
    }
    isLeft = projectIds.length > 0
  }
  if (fault) throw (fault as { error: unknown }).error
}

async function projectsWithChanges(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct project_id as id from person_event where kind = 'stage' and alerted_at is null order by 1`)
  return rows.map(({ id }) => id)
}

async function alertProject(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockAlerts(tx, projectId)
  const { rows } = await tx.execute<{ id: string }>(sql`
    update person_event set alerted_at = ${ctx.now().toISOString()}
    where project_id = ${projectId} and id in (
      select id from person_event where project_id = ${projectId} and kind = 'stage' and alerted_at is null
      order by id limit ${changesAtOnce})
    returning id`)
  const rules = await activeRules(tx, projectId, ['personStage'])
  const matched = rules.flatMap(({ id: ruleId }) =>
    rows
      .map(({ id }) => id)
      .toSorted()
      .map((id) => ({ ruleId, item: `stage ${id}`, postId: null, details: null })),
  )
  await addAlerts(ctx, tx, { projectId, rules, matched })
  if (matched.length > 0) await ctx.queue.send(tx, 'alerts', {})
}

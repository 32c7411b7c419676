import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { weightedTotal } from '#engine/score/score-weights.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { opportunity } from '../tables.ts'

/** Leads per transaction. */
const rescoredAtOnce = 1000

/**
 * Updates the scores of a project's leads to its saved weights, one page per job (DESIGN 4). Each page reads the
 * current weights, so that pages may be repeated. Leads written meanwhile already have the new weights.
 */
export async function rescoreLeads(ctx: Ctx, { projectId, after }: Jobs['rescore']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [own] = await tx.select({ weights: project.scoreWeights }).from(project).where(eq(project.id, projectId))
    if (!own) return
    const behind = after === undefined ? undefined : gt(opportunity.id, after)
    const next = await tx
      .select({ id: opportunity.id })
      .from(opportunity)
      .where(and(eq(opportunity.projectId, projectId), behind))
      .orderBy(asc(opportunity.id))
      .limit(rescoredAtOnce)
    const ids = next.map(({ id }) => id)
    // Locked in the common order.
    const page = await tx
      .select({ id: opportunity.id, components: opportunity.components })
      .from(opportunity)
      .where(and(eq(opportunity.projectId, projectId), inArray(opportunity.id, ids)))
      .orderBy(asc(opportunity.postId))
      .for('no key update')
    const rescored = page.map(({ id, components }) => ({ id, score: weightedTotal(components, own.weights) }))
    await tx.execute(sql`
      update opportunity o set score = w.score, updated_at = ${ctx.now().toISOString()}
      from json_to_recordset(${JSON.stringify(rescored)}) as w(id uuid, score real)
      where o.project_id = ${projectId} and o.id = w.id and o.score <> w.score`)
    const last = ids.at(-1)
    if (last && ids.length === rescoredAtOnce) await ctx.queue.send(tx, 'rescore', { projectId, after: last })
    await announce(ctx, tx, 'opportunities', [projectId])
  })
}

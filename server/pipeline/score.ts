import type { Component, Label } from '@earshot/contract/entities'
import { type CompiledProfile, compileProfile, scoreItem } from '@earshot/engine/score'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { candidate, post } from '../db/schema.ts'
import type { Jobs } from '../queue.ts'
import { itemColumns, itemOf } from './rows/items.ts'
import { profilesOf } from './rows/listening.ts'

/** Candidates of one transaction; a larger batch takes several jobs, so that none of them is long. */
const scoredAtOnce = 1000

interface Scored {
  projectId: string
  postId: string
  score: number
  label: Label
  components: Component[]
}

/**
 * Scores the unscored candidates of a batch. The lock on each row keeps a look-back from replacing it meanwhile:
 * what is marked as scored was scored by what the row holds.
 */
export async function scoreCandidates(ctx: Ctx, { batchId }: Jobs['score']): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    const rows = await tx
      .select({ projectId: candidate.projectId, hits: candidate.hits, item: itemColumns })
      .from(candidate)
      .innerJoin(post, eq(post.id, candidate.postId))
      .where(and(eq(candidate.batchId, batchId), isNull(candidate.scoredAt)))
      .orderBy(asc(candidate.postId), asc(candidate.projectId))
      .limit(scoredAtOnce)
      .for('update', { of: candidate })
    const profiles = await compiled(tx, [...new Set(rows.map(({ projectId }) => projectId))])
    const scored = rows.map(({ projectId, hits, item }): Scored => {
      const result = scoreItem(profiles.get(projectId)!, itemOf(item), hits, now.getTime())
      return { projectId, postId: item.id, score: result.score, label: result.label, components: result.components }
    })
    await writeScores(tx, scored, now)
    await ctx.queue.send(tx, rows.length === scoredAtOnce ? 'score' : 'opportunities', { batchId })
  })
}

/** Read after the candidates were locked, so never older than what found them. */
async function compiled(tx: Transaction, projectIds: string[]): Promise<Map<string, CompiledProfile>> {
  const profiles = await profilesOf(tx, projectIds)
  return new Map([...profiles].map(([id, profile]) => [id, compileProfile(profile)]))
}

async function writeScores(tx: Transaction, scored: readonly Scored[], now: Date): Promise<void> {
  await tx.execute(sql`
    update candidate c
    set score = s.score, label = s.label, components = s.components, scored_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(scored)})
      as s("projectId" uuid, "postId" uuid, score real, label smallint, components jsonb)
    where c.project_id = s."projectId" and c.post_id = s."postId"`)
}

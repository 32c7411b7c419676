import { sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { type NeedLogits, withNeed } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import type { Component } from '#engine/score/component.ts'
import { type ActiveProject, isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { type NeedJudge, NeedJudgeError } from '#platform/server/services.ts'
import { hasUnjudged, textsOf, unjudgedPosts } from './best-leads.ts'
import { type JudgedProduct, keepVerdicts, needModel, profileDigest, saveAnswers } from './verdicts.ts'

/** The limits of one run, which starts every minute. */
const projectsMost = 100
const runMs = 4 * 60_000

/**
 * Judges the best new leads of each project with the shipped judge, until the best 30 are judged (docs/decisions/0075).
 * The model is loaded only while there is work. No lock is held while it runs, and a repeated run finds the remaining
 * work.
 */
export async function judgeNeeds(ctx: Ctx): Promise<void> {
  if (!ctx.openNeedJudge) return
  const projectIds = await transaction(ctx, projectsToJudge)
  if (projectIds.length === 0) return
  const judge = ctx.openNeedJudge()
  const until = ctx.now().getTime() + runMs
  try {
    for (const projectId of projectIds) {
      do {
        if (ctx.stopping.aborted || ctx.now().getTime() > until) return
      } while (await judgeNext(ctx, judge, projectId))
    }
  } catch (error) {
    if (!(error instanceof NeedJudgeError)) throw error
    // The built-in order stands, for example on a platform that the model's runtime doesn't support.
    ctx.log.error({ error: error.message }, 'the shipped judge of leads failed')
  } finally {
    await judge.close()
  }
}

async function projectsToJudge(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from project p where ${isActive} and ${hasUnjudged(needModel)} order by p.id limit ${projectsMost}`)
  return rows.map(({ id }) => id)
}

/** Judges the best leads of a project that are not judged yet. Returns whether others may take their place. */
async function judgeNext(ctx: Ctx, judge: NeedJudge, projectId: string): Promise<boolean> {
  const next = await transaction(ctx, (tx) => nextPosts(tx, projectId))
  if (!next || next.items.length === 0) return false
  const { product, project, items } = next
  const logits = await judge.judge(project.profile, items)
  const answers = new Map(items.map(({ id }, at) => [id, { logits: logits[at]! }]))
  return transaction(ctx, async (tx) => {
    const saved = await saveAnswers(ctx, tx, product, project.version, items, answers)
    await applyNeeds(ctx, tx, projectId, saved)
    return saved.size > 0
  })
}

interface Next {
  product: JudgedProduct
  project: ActiveProject
  items: Item[]
}

async function nextPosts(tx: Transaction, projectId: string): Promise<Next | null> {
  const [project] = await readActiveProjects(tx, sql`p.id = ${projectId} and ${isActive}`)
  if (!project) return null
  const product = { projectId, model: needModel, profileDigest: profileDigest(project.profile) }
  await keepVerdicts(tx, product, project.version)
  const ids = await unjudgedPosts(tx, needModel, projectId, judged.candidates)
  return { product, project, items: await textsOf(tx, ids) }
}

async function applyNeeds(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  needs: ReadonlyMap<string, { logits: NeedLogits }>,
): Promise<void> {
  if (needs.size === 0) return
  const { rows } = await tx.execute<{ id: string; postId: string; components: Component[] }>(sql`
    select id, post_id as "postId", components from opportunity
    where project_id = ${projectId} and post_id = any (${sql.param([...needs.keys()])}::uuid[])
    order by post_id for no key update`)
  const moved = rows.map(({ id, postId, components }) => ({ id, ...withNeed(components, needs.get(postId)!.logits) }))
  await tx.execute(sql`
    update opportunity o set score = m.score, components = m.components, updated_at = ${ctx.now().toISOString()}
    from json_to_recordset(${JSON.stringify(moved)}) as m(id uuid, score real, components jsonb)
    where o.project_id = ${projectId} and o.id = m.id`)
  await announce(ctx, tx, 'opportunities', [projectId])
}

import { sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { judged } from '#engine/judge/question.ts'
import { type ActiveProject, isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { EndpointConfig } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { endpointHealth, noteFailure, noteSuccess } from '../endpoint-health.ts'
import { hasUnjudged, judgingBy, textsOf, unjudgedPosts } from './best-leads.ts'
import { judgePosts } from './judge-posts.ts'
import { modelDay, reservePosts, returnPosts } from './model-use.ts'
import { type JudgedProduct, keepVerdicts, profileDigest, saveAnswers } from './verdicts.ts'

/** The limits of one run, which starts every minute. */
const questionsMost = 30
const projectsMost = 30
const runMs = 4 * 60_000

/**
 * Judges the best candidates of each project with the chat model, until the best 30 have a verdict or the project's
 * daily limit is reached (docs/decisions/0074). Nothing waits for it: a failing model leaves leads in their built-in
 * order, rests for a while, and is reported among the sources. No lock is held while the model answers, and a repeated
 * run finds the remaining work. Posts are counted before they are sent, so a crash never exceeds the limit.
 */
export async function judgeLeads(ctx: Ctx): Promise<void> {
  const { model } = ctx
  if (!model) return
  const health = await transaction(ctx, (tx) => endpointHealth(tx, 'model'))
  if (health.nextTryAt && health.nextTryAt > ctx.now()) return
  const until = ctx.now().getTime() + runMs
  let questions = 0
  for (const projectId of await transaction(ctx, (tx) => projectsToJudge(ctx, tx, model.model))) {
    for (let hasMore = true; hasMore; ) {
      if (questions >= questionsMost || ctx.stopping.aborted || ctx.now().getTime() > until) return
      const result = await judgeNext(ctx, model, projectId)
      if (result === 'failed') return
      hasMore = result === 'judged'
      questions++
    }
  }
}

/** Returns projects with unjudged posts among their best and posts left today, those with the most left first. */
async function projectsToJudge(ctx: Ctx, tx: Transaction, model: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from project p
    left join model_use u on u.project_id = p.id and u.day = ${modelDay(ctx)}
    where ${isActive} and p.send_to_model and coalesce(u.posts, 0) < ${ctx.modelDailyPosts}
      and ${hasUnjudged(judgingBy(ctx, model))}
    order by coalesce(u.posts, 0), p.id limit ${projectsMost}`)
  return rows.map(({ id }) => id)
}

interface Question {
  product: JudgedProduct
  project: ActiveProject
  items: Item[]
  /** The day on which they count. */
  day: string
}

/** Asks one question about a project. */
async function judgeNext(ctx: Ctx, model: EndpointConfig, projectId: string): Promise<'judged' | 'done' | 'failed'> {
  const question = await transaction(ctx, (tx) => nextQuestion(ctx, tx, model.model, projectId))
  if (!question) return 'done'
  const { product, project, items, day } = question
  const { verdicts, error } = await judgePosts({ model, log: ctx.log }, project.profile, items)
  if (error) {
    await transaction(ctx, async (tx) => {
      await returnPosts(tx, projectId, day, items.length)
      await noteFailure(ctx, tx, 'model', error)
    })
    return 'failed'
  }
  await transaction(ctx, async (tx) => {
    await saveAnswers(ctx, tx, product, project.version, items, verdicts)
    await noteSuccess(ctx, tx, 'model')
  })
  return 'judged'
}

async function nextQuestion(ctx: Ctx, tx: Transaction, model: string, projectId: string): Promise<Question | null> {
  const [project] = await readActiveProjects(tx, sql`p.id = ${projectId} and ${isActive} and p.send_to_model`)
  if (!project) return null
  const product = { projectId, model, profileDigest: profileDigest(project.profile) }
  await keepVerdicts(tx, product, project.version)
  const ids = await unjudgedPosts(tx, judgingBy(ctx, model), projectId, judged.postsPerQuestion)
  const granted = await reservePosts(ctx, tx, projectId, ids.length)
  if (granted === 0) return null
  return { product, project, items: await textsOf(tx, ids.slice(0, granted)), day: modelDay(ctx) }
}

import { sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import type { NeedLogits } from '#engine/judge/need.ts'
import { judged } from '#engine/judge/question.ts'
import { type ActiveProject, isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { EndpointError } from '#platform/server/network/endpoint-error.ts'
import { type NeedJudge, NeedJudgeError } from '#platform/server/services.ts'
import { endpointHealth, noteFailure, noteSuccess } from '../endpoint-health.ts'
import { hasUnjudged, judgingBy, textsOf, unjudgedPosts } from './best-leads.ts'
import { postsAtOnce } from './encoder/need-judge.ts'
import { type JudgedProduct, keepVerdicts, needModel, productDigest, saveAnswers } from './verdicts.ts'

/** The limits of one run, which starts every minute. */
const projectsMost = 100
const runMs = 4 * 60_000

/**
 * Judges the best candidates of each project with the shipped judge (docs/decisions/0075). Its answers change their
 * order; the next run judges those that take the place of others. The model is loaded only while there is work. No lock
 * is held while it runs, and a repeated run finds the remaining work.
 */
export async function judgeNeeds(ctx: Ctx): Promise<void> {
  if (!ctx.openNeedJudge) return
  const health = await transaction(ctx, (tx) => endpointHealth(tx, 'need'))
  if (health.nextTryAt && health.nextTryAt > ctx.now()) return
  const projectIds = await transaction(ctx, (tx) => projectsToJudge(ctx, tx))
  if (projectIds.length === 0) return
  const judge = ctx.openNeedJudge()
  const until = ctx.now().getTime() + runMs
  try {
    for (const projectId of projectIds) {
      if (ctx.stopping.aborted || ctx.now().getTime() > until) break
      await judgeNext(ctx, judge, projectId)
    }
    await transaction(ctx, (tx) => noteSuccess(ctx, tx, 'need'))
  } catch (error) {
    if (!(error instanceof NeedJudgeError)) throw error
    // The first order stands, for example on a platform that the model's runtime doesn't support.
    ctx.log.error({ error: error.message }, 'the shipped judge of leads failed')
    await transaction(ctx, (tx) => noteFailure(ctx, tx, 'need', new EndpointError('unsupported')))
  } finally {
    await judge.close()
  }
}

async function projectsToJudge(ctx: Ctx, tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from project p where ${isActive} and ${hasUnjudged(judgingBy(ctx, needModel))}
    order by p.id limit ${projectsMost}`)
  return rows.map(({ id }) => id)
}

/** Judges the best candidates of a project that are not judged yet. */
async function judgeNext(ctx: Ctx, judge: NeedJudge, projectId: string): Promise<void> {
  const next = await transaction(ctx, (tx) => nextPosts(ctx, tx, projectId))
  if (!next || next.items.length === 0) return
  const { product, project, items } = next
  const answers = new Map<string, { logits: NeedLogits }>()
  for (let start = 0; start < items.length; start += postsAtOnce) {
    const some = items.slice(start, start + postsAtOnce)
    const logits = await judge.judge(project.profile, some)
    for (const [at, { id }] of some.entries()) answers.set(id, { logits: logits[at]! })
  }
  await transaction(ctx, (tx) => saveAnswers(ctx, tx, product, project.version, items, answers))
}

interface Next {
  product: JudgedProduct
  project: ActiveProject
  items: Item[]
}

async function nextPosts(ctx: Ctx, tx: Transaction, projectId: string): Promise<Next | null> {
  const [project] = await readActiveProjects(tx, sql`p.id = ${projectId} and ${isActive}`)
  if (!project) return null
  const product = { projectId, model: needModel, profileDigest: productDigest(project.profile) }
  await keepVerdicts(tx, product, project.version)
  const ids = await unjudgedPosts(tx, judgingBy(ctx, needModel), projectId, 2 * judged.candidates)
  return { product, project, items: await textsOf(tx, ids) }
}

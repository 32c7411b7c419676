import { createHash } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Item, Profile } from '#engine/item.ts'
import type { NeedLogits } from '#engine/judge/need.ts'
import { judgeQuestion } from '#engine/judge/question.ts'
import type { Verdict } from '#engine/judge/verdicts.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { PostKey } from '../ranking/due.ts'
import { verdict } from '../tables.ts'

/** A product and a model: a verdict holds for these and a post. */
export interface JudgedProduct {
  projectId: string
  model: string
  profileDigest: string
}

/** Returns a digest of what the shipped judge is told of a product: the owner's briefs are for chat models. */
export function productDigest({ intentBrief: _, noiseBrief: __, ...product }: Profile): string {
  return profileDigest(product)
}

/** Returns a digest of what a chat model is told of a product. */
export function profileDigest(profile: Profile): string {
  return createHash('sha256')
    .update(JSON.stringify(judgeQuestion(profile, []).product))
    .digest('base64url')
}

/** The name of the shipped judge. A new one has another name, so that leads are judged again. */
export const needModel = 'shipped-1'

/** What is known of a lead: the chat model's verdict and the shipped judge's logits, each null if it was not judged. */
interface Judgments {
  verdict: Verdict | null
  need: NeedLogits | null
}
export type JudgmentsAt = (postKey: PostKey) => Judgments

const none: Judgments = { verdict: null, need: null }

/**
 * Reads what the models in use answered on these posts for their projects' profiles. What the shipped judge answered for
 * a profile before counts until it answers anew: otherwise each new keyword would remove leads.
 */
export async function judgmentsOn(
  { model, openNeedJudge }: Pick<Ctx, 'model' | 'openNeedJudge'>,
  tx: Transaction,
  postKeys: readonly PostKey[],
  profiles: ReadonlyMap<string, Profile>,
): Promise<JudgmentsAt> {
  const models = [...(model ? [model.model] : []), ...(openNeedJudge ? [needModel] : [])]
  if (models.length === 0 || profiles.size === 0) return () => none
  const digests = (digest: (profile: Profile) => string) =>
    new Map([...profiles].map(([projectId, profile]) => [projectId, digest(profile)]))
  const [told, shown] = [digests(profileDigest), digests(productDigest)]
  const posts = postKeys.filter(({ projectId }) => profiles.has(projectId))
  const column = (value: (postKey: PostKey) => string) => sql.param(posts.map(value))
  const { rows } = await tx.execute<PostKey & Verdict & { logits: NeedLogits | null } & Record<string, unknown>>(sql`
    select distinct on (v.project_id, v.post_id, v.model)
      v.project_id as "projectId", v.post_id as "postId", v.lead, v.span, v.reason, v.logits
    from unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ postId }) => postId)}::uuid[],
      ${column(({ projectId }) => told.get(projectId)!)}::text[],
      ${column(({ projectId }) => shown.get(projectId)!)}::text[]) as p(project_id, post_id, told, shown)
    join verdict v on v.project_id = p.project_id and v.post_id = p.post_id
      and (v.model = ${needModel} or v.profile_digest = p.told)
      and v.model = any (${sql.param(models)}::text[]) and (v.lead is not null or v.logits is not null)
    order by v.project_id, v.post_id, v.model, v.profile_digest = p.shown desc, v.created_at desc`)
  const found = new Map<string, Judgments>()
  for (const { projectId, postId, lead, span, reason, logits } of rows) {
    const key = `${projectId} ${postId}`
    const own = logits ? { need: logits } : { verdict: { lead, span, reason } }
    found.set(key, { ...none, ...found.get(key), ...own })
  }
  return ({ projectId, postId }) => found.get(`${projectId} ${postId}`) ?? none
}

/** Marks the verdicts on the same product as valid for the project's new version. */
export async function keepVerdicts(
  tx: Transaction,
  { projectId, model, profileDigest: digest }: JudgedProduct,
  version: number,
): Promise<void> {
  const same = and(eq(verdict.projectId, projectId), eq(verdict.model, model), eq(verdict.profileDigest, digest))
  await tx
    .update(verdict)
    .set({ projectVersion: version })
    .where(and(same, ne(verdict.projectVersion, version)))
}

/** An answer to save: a verdict of the chat model, or the logits of the shipped judge. */
type Answer = Verdict | { logits: NeedLogits }

/**
 * Saves the answers on these posts, also that there was none, unless a post's text has changed since. A job then scores
 * the answered posts again.
 */
export async function saveAnswers(
  ctx: Ctx,
  tx: Transaction,
  { projectId, model, profileDigest: digest }: JudgedProduct,
  version: number,
  items: readonly Item[],
  answers: ReadonlyMap<string, Answer>,
): Promise<void> {
  const rows = items.map(({ id, title, body }) => ({ id, title, body, ...answers.get(id) }))
  const { rows: saved } = await tx.execute<{ postId: string }>(sql`
    with here as materialized (select from project where id = ${projectId} for key share),
    same as materialized (
      select a.* from post p
      join json_to_recordset(${JSON.stringify(rows)})
        as a(id uuid, title text, body text, lead smallint, span jsonb, reason text, logits real[])
        on a.id = p.id and a.title = p.title and a.body = p.body
      where exists (select from here)
      order by p.id for key share of p)
    insert into verdict (project_id, post_id, model, profile_digest, project_version, lead, span, reason, logits,
      created_at)
    select ${projectId}, id, ${model}, ${digest}, ${version}, lead, span, coalesce(reason, ''), logits,
      ${ctx.now().toISOString()} from same
    on conflict (project_id, post_id, model, profile_digest) do update
      set project_version = greatest(verdict.project_version, excluded.project_version)
    returning post_id as "postId"`)
  const postIds = saved.map(({ postId }) => postId).filter((postId) => answers.has(postId))
  if (postIds.length > 0) await ctx.queue.send(tx, 'answers', { projectId, postIds })
}

import { createHash } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Profile } from '#engine/item.ts'
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

/** Returns a digest of what a judge is told of a product. */
export function profileDigest(profile: Profile): string {
  return createHash('sha256')
    .update(JSON.stringify(judgeQuestion(profile, []).product))
    .digest('base64url')
}

/** The verdict on a lead; null if it was not judged. */
export type VerdictAt = (postKey: PostKey) => Verdict | null

const notJudged: VerdictAt = () => null

/** Reads the verdicts on these posts for their projects' profiles. Reads nothing if no model is configured. */
export async function verdictsOn(
  { model }: Pick<Ctx, 'model'>,
  tx: Transaction,
  postKeys: readonly PostKey[],
  profiles: ReadonlyMap<string, Profile>,
): Promise<VerdictAt> {
  if (!model || profiles.size === 0) return notJudged
  const digests = new Map([...profiles].map(([projectId, profile]) => [projectId, profileDigest(profile)]))
  const posts = postKeys.filter(({ projectId }) => digests.has(projectId))
  const column = (value: (postKey: PostKey) => string) => sql.param(posts.map(value))
  const { rows } = await tx.execute<PostKey & Verdict & Record<string, unknown>>(sql`
    select v.project_id as "projectId", v.post_id as "postId", v.lead, v.span, v.reason
    from unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ postId }) => postId)}::uuid[],
      ${column(({ projectId }) => digests.get(projectId)!)}::text[]) as p(project_id, post_id, digest)
    join verdict v on v.project_id = p.project_id and v.post_id = p.post_id and v.profile_digest = p.digest
      and v.model = ${model.model} and v.lead is not null`)
  const found = new Map(
    rows.map(({ projectId, postId, lead, span, reason }) => [`${projectId} ${postId}`, { lead, span, reason }]),
  )
  return ({ projectId, postId }) => found.get(`${projectId} ${postId}`) ?? null
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

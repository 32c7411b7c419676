import { type SQL, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { judged } from '#engine/judge/question.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** How long a post counts as new, in ms. */
const newMs = 24 * 3_600_000

/** What to judge: by which model, as of now. */
export interface Judging {
  model: string
  /** The least ID of the posts that count as new: IDs begin with the time of arrival. */
  newFrom: string
}

export function judgingBy(ctx: Ctx, model: string): Judging {
  return { model, newFrom: ctx.id(new Date(ctx.now().getTime() - newMs)) }
}

/**
 * Selects the post and score of the best candidates of a project: new leads, and posts on its topic that a judge may
 * lift to one. Decided leads and copies keep their place. The best of the last day count too. Otherwise leads that
 * nobody decides on would keep new posts from being judged.
 */
function bestCandidates(projectId: SQL, { newFrom }: Judging): SQL {
  const bestOf = (condition: SQL) => sql`(select c.post_id, c.score from candidate c
    where c.project_id = ${projectId} and c.label >= 1 and ${condition}
      and not exists (select from opportunity o where o.project_id = c.project_id and o.post_id = c.post_id
        and (o.state <> 'new' or o.sibling_of is not null))
    order by c.score desc, c.post_id limit ${judged.candidates})`
  return sql`${bestOf(sql`true`)} union ${bestOf(sql`c.post_id >= ${newFrom}`)}`
}

/** Selects the best candidates (best) of a project (p) without an answer of a model for the current product. */
function isUnjudged({ model }: Judging): SQL {
  return sql`not exists (select from verdict v where v.project_id = p.id and v.post_id = best.post_id
    and v.model = ${model} and v.project_version = p.version)`
}

/** Selects projects (p) with candidates among their best that a model has not answered on. */
export function hasUnjudged(judging: Judging): SQL {
  return sql`exists (select from (${bestCandidates(sql`p.id`, judging)}) best where ${isUnjudged(judging)})`
}

/** Returns the posts of a project's best candidates that a model has not answered on, best first. */
export async function unjudgedPosts(
  tx: Transaction,
  judging: Judging,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ postId: string }>(sql`
    select best.post_id as "postId" from project p cross join lateral (${bestCandidates(sql`p.id`, judging)}) best
    where p.id = ${projectId} and ${isUnjudged(judging)}
    order by best.score desc, best.post_id limit ${limit}`)
  return rows.map(({ postId }) => postId)
}

/** Returns the texts of these posts, in order. */
export async function textsOf(tx: Transaction, postIds: readonly string[]): Promise<Item[]> {
  const posts = await tx
    .select(itemColumns)
    .from(post)
    .where(sql`${post.id} = any (${sql.param([...postIds])}::uuid[])`)
  const byId = new Map(posts.map((row) => [row.id, itemOf(row)]))
  return postIds.flatMap((id) => byId.get(id) ?? [])
}

import { eq, type SQL, sql } from 'drizzle-orm'
import { type RareWord, rareWords } from '#engine/text/rare-words.ts'
import type { OpportunityState, SimilarPosts } from '#features/leads/contract.ts'
import { opportunitiesOf, opportunity } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { ownRows } from '#platform/server/database/rows/find.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { postsById } from './posts-by-id.ts'

/** How many words of a lead are searched for, and how many of them a similar post has at least. */
const wordsMost = 12
const sharedLeast = 2
/** The newest posts of a project that are compared, and the most that are returned. */
const comparedMost = 5_000
const shownMost = 20

/**
 * Returns the posts most like a lead among the project's leads and dropped candidates: those with most of its rarest
 * words, each word counted by its rarity. Held leads are left out.
 */
export async function findSimilar(ctx: Ctx, { id }: { id: string }): Promise<SimilarPosts> {
  return readOnly(ctx, async (tx) => {
    const [lead] = await tx
      .select({ projectId: opportunity.projectId, postId: opportunity.postId, title: post.title, body: post.body })
      .from(opportunity)
      .innerJoin(post, eq(post.id, opportunity.postId))
      .where(sql`${ownRows(ctx, opportunitiesOf(ctx))} and ${opportunity.id} = ${id}`)
    if (!lead) throw new ApiError('NotFoundError', 'Not Found')
    const words = rareWords(lead, wordsMost)
    const { found, compared } = await compare(tx, lead, words)
    const posts = await postsById(
      tx,
      found.map(({ postId }) => postId),
    )
    return {
      data: found.flatMap(({ postId, leadId, state, shared }) => {
        const own = posts.get(postId)
        return own ? [{ post: own, lead: leadId && state ? { id: leadId, state } : null, words: shared }] : []
      }),
      meta: { words: words.map(({ word }) => word), compared },
    }
  })
}

interface Found extends Record<string, unknown> {
  postId: string
  leadId: string | null
  state: OpportunityState | null
  shared: string[]
}

async function compare(
  tx: Transaction,
  { projectId, postId }: { projectId: string; postId: string },
  words: readonly RareWord[],
): Promise<{ found: Found[]; compared: number }> {
  const newest = (table: SQL) => sql`(
    select post_id from ${table} where project_id = ${projectId} and realm = (
      select r.realm from project r where r.id = ${projectId})
    order by post_id desc limit ${comparedMost})`
  const { rows } = await tx.execute<Found & { compared: number }>(sql`
    with pool as materialized (
      select n.post_id, o.id, o.state, lower(p.title || ' ' || p.body) as text
      from (${newest(sql`candidate`)} union ${newest(sql`opportunity`)} order by post_id desc limit ${comparedMost}) n
      join post p on p.id = n.post_id
      left join opportunity o on o.project_id = ${projectId} and o.post_id = n.post_id
      where n.post_id <> ${postId} and (o.id is null or (o.sibling_of is null and ${isSeenAs('o')}))
    )
    select pool.post_id as "postId", pool.id as "leadId", pool.state, s.words as shared,
      (select count(*)::int from pool) as compared
    from (select true) one left join (
      pool cross join lateral (
        select array_agg(w.word order by w.rarity desc) as words, sum(w.rarity) as rarity
        from unnest(${sql.param(words.map(({ word }) => word))}::text[],
          ${sql.param(words.map(({ rarity }) => rarity))}::float8[]) as w(word, rarity)
        where strpos(pool.text, w.word) > 0
      ) s
    ) on cardinality(s.words) >= ${sharedLeast}
    order by s.rarity desc nulls last, pool.post_id desc limit ${shownMost}`)
  return { found: rows.filter((row) => row.postId !== null), compared: rows[0]?.compared ?? 0 }
}

import { eq, inArray, sql } from 'drizzle-orm'
import { bareCommunity, barePermalink, marksOf, quotedIn, titleWordsOf } from '#engine/reddit/forgotten-text.ts'
import { forgetResults } from '#features/discovery/server/index.ts'
import { forgetReasons } from '#features/leads/server/index.ts'
import { forgetMentions } from '#features/mentions/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { lastSeen, recordReduced, staleRssPosts } from './checks.ts'
import { removeReplyDrafts } from './forget-own-texts.ts'
import { type ForgottenFind, type Loss, recordLosses } from './forgettings.ts'

const postsAtOnce = 100

/**
 * Reduces RSS posts that couldn't be seen again in time to title words, score and address (DESIGN 4). They may still
 * exist, and can be checked later.
 */
export async function reduceRssPosts(ctx: Ctx): Promise<void> {
  for (let count = postsAtOnce; count === postsAtOnce && !ctx.stopping.aborted; ) {
    count = await transaction(ctx, async (tx) => {
      const ids = await staleRssPosts(ctx, tx, postsAtOnce)
      if (ids.length > 0) await reduce(ctx, tx, ids)
      return ids.length
    })
  }
}

async function reduce(ctx: Ctx, tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select()
    .from(post)
    .where(inArray(post.id, [...ids]))
    .orderBy(post.id)
    .for('update')
  const texts = await textsAbout(tx, ids)
  const marked = rows.map((row) => {
    const marks = marksOf([row])
    return { id: row.id, names: marks.names, quotes: quotedIn(texts.get(row.id) ?? [], marks) }
  })
  for (const row of rows) {
    await tx
      .update(post)
      .set({
        subreddit: bareCommunity(row.subreddit),
        author: null,
        title: titleWordsOf(row.title),
        body: '',
        bodyTruncated: false,
        url: null,
        permalink: barePermalink(row.permalink, outsideIdText(row)),
        flair: null,
        updatedAt: ctx.now(),
      })
      .where(eq(post.id, row.id))
  }
  const leads = await forgetReasons(ctx, tx, ids)
  await removeReplyDrafts(tx, ids)
  await forgetResults(ctx, tx, ids, { areGone: false })
  const mentions = await forgetMentions(ctx, tx, ids, { areGone: false })
  const lastSeenAt = await lastSeen(tx, ids)
  await recordReduced(tx, marked)
  const realms = new Map(rows.map(({ id, realm }) => [id, realm]))
  const lossOf = (
    { projectId, postId, id, isReleased }: ForgottenFind,
    kind: 'opportunityId' | 'mentionId',
  ): Loss[] => {
    const loss = { projectId, realm: realms.get(postId)!, opportunityId: null, mentionId: null, texts: 0, people: 0 }
    return isReleased ? [{ ...loss, [kind]: id }] : []
  }
  const losses = [
    ...leads.flatMap((lead) => lossOf(lead, 'opportunityId')),
    ...mentions.flatMap((mention) => lossOf(mention, 'mentionId')),
  ]
  await recordLosses(ctx, tx, losses, { standing: 'reduced', lastSeenAt })
}

/** Returns the users' texts about these posts or their authors, in the projects that found them. */
async function textsAbout(tx: Transaction, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await tx.execute<{ postId: string; text: string }>(sql`
    with about as (
      select project_id, post_id, id as opportunity_id, null::uuid as person_id from opportunity
      where post_id = any (${sql.param([...ids])}::uuid[])
      union all
      select distinct f.project_id, p.id, null::uuid, k.id
      from post p
      cross join lateral (
        select project_id from opportunity where post_id = p.id
        union select project_id from mention where post_id = p.id
        union select project_id from candidate where post_id = p.id
      ) f
      join (
        select project_id, id, handle from person union all select project_id, person_id, handle from person_alias
      ) k on k.project_id = f.project_id and lower(k.handle) = lower(p.author)
      where p.id = any (${sql.param([...ids])}::uuid[])
    )
    select a.post_id as "postId", n.text from about a join note n
      on n.project_id = a.project_id and (n.opportunity_id = a.opportunity_id or n.person_id = a.person_id)
    union all
    select a.post_id, r.text from about a join reminder r
      on r.project_id = a.project_id and r.opportunity_id = a.opportunity_id
    union all
    select a.post_id, k.text from about a join task k on k.project_id = a.project_id and k.person_id = a.person_id
    union all
    select a.post_id, m.text from about a
    join conversation c on c.project_id = a.project_id
      and (c.opportunity_id = a.opportunity_id or c.person_id = a.person_id)
    join message m on m.project_id = c.project_id and m.conversation_id = c.id and m.direction = 'out'`)
  const texts = new Map<string, string[]>()
  for (const { postId, text } of rows) texts.set(postId, [...(texts.get(postId) ?? []), text])
  return texts
}

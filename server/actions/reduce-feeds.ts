import { bareCommunity, barePermalink, titleWordsOf } from '@earshot/engine/forgotten-text'
import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { post } from '../db/schema.ts'
import { lastSeen, noteReduced, staleFeedPosts } from '../features/forgetting/checks.ts'
import { type ForgottenFind, type Loss, tellOfLosses } from '../features/forgetting/forgettings.ts'
import { forgetMentions } from '../features/mention/forget-mentions.ts'
import { forgetReasons } from '../features/opportunity/forget-leads.ts'
import { outsideIdText } from '../sources/outside-id.ts'

const postsAtOnce = 100

/**
 * Leaves of posts that came by a feed, and that nobody could see on Reddit again in time, only words of their titles, the
 * score and the address (DESIGN 4). They may still be there, and be looked for later.
 */
export async function reduceFeeds(ctx: Ctx): Promise<void> {
  for (let count = postsAtOnce; count === postsAtOnce && !ctx.stopping.aborted; ) {
    count = await transaction(ctx, async (tx) => {
      const ids = await staleFeedPosts(ctx, tx, postsAtOnce)
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
  const mentions = await forgetMentions(ctx, tx, ids, { areGone: false })
  const lastSeenAt = await lastSeen(tx, ids)
  await noteReduced(tx, ids)
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
  await tellOfLosses(ctx, tx, losses, { standing: 'reduced', lastSeenAt })
}

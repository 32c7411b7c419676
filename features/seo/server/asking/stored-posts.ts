import { inArray } from 'drizzle-orm'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { threadOf } from '#engine/seo/thread-url.ts'
import { post } from '#features/posts/server/index.ts'
import { findItems, prepareSearch } from '#features/search/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { FoundThread } from './found-thread.ts'

/** A post that people still find after this time, and voted for, may rank. */
const least = { days: 30, votes: 10 }
const readMost = 500
const foundMost = 5

/**
 * Returns stored posts with the words of a query that may rank for it: the most voted of those that are older than a
 * month. An estimate, since nobody was asked where they rank.
 */
export async function likelyThreads(
  ctx: Ctx,
  tx: Transaction,
  { projectId, query }: { projectId: string; query: string },
): Promise<FoundThread[]> {
  const words = query.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (words === '') return []
  const quoted = words
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' ')
  const search = { query: `${quoted} before:${least.days}d score>=${least.votes}`, kind: 'post' as const }
  const { items } = await findItems(tx, await prepareSearch(ctx, tx, projectId, search), { limit: readMost })
  const best = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, foundMost)
  const rows = await tx
    .select({ id: post.id, title: post.title, body: post.body, permalink: post.permalink })
    .from(post)
    .where(
      inArray(
        post.id,
        best.map(({ id }) => id),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return best.flatMap(({ id }) => {
    const row = byId.get(id)
    const url = redditUrl(row?.permalink ?? '')
    const thread = threadOf(url)
    return row && thread ? [{ thread, position: null, url, title: row.title, texts: [row.title, row.body] }] : []
  })
}

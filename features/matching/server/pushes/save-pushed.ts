import { sql } from 'drizzle-orm'
import type { SourceRecord } from '#engine/records/record.ts'
import { identities, identityOf, seenBy, withoutForgotten } from '#features/posts/server/index.ts'
import { shareWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { matchAgain } from '../backfill-rows.ts'
import { draftOf, insertPosts, type NewPost, newPosts } from '../posts/posts.ts'
import { seeReal } from '../posts/realms.ts'
import { activeProject } from '../projects.ts'
import { pinned, recent } from '../tables.ts'
import type { PushSource } from './push-import.ts'

/** What became of pushed items. */
export interface SavedPush {
  inserted: number
  updated: number
  unchanged: number
  /** Deleted before, and therefore not stored again. */
  forgotten: number
  textBytes: number
}

/**
 * Saves pushed items as the project's own posts, which no other project sees (docs/decisions/0123), and queues new ones
 * for matching. A known item gets the new text and is matched again; without a difference, nothing happens. IDs may not
 * repeat. Call it as a job.
 */
export async function savePushed(
  ctx: Ctx,
  tx: Transaction,
  { projectId, importId, scope }: PushSource,
  records: readonly SourceRecord[],
): Promise<SavedPush> {
  const now = ctx.now()
  const drafts = records.map((record) => draftOf(record, 'archive', scope))
  const delivered = drafts.map((draft) => ({ ...draft, arrivedAt: now, seenBy: seenBy.archive }))
  const posts = await withoutForgotten(tx, newPosts(ctx, delivered))
  await shareWatchlist(tx)
  const fresh = await insertPosts(tx, posts, { projectId, importId })
  const ids = fresh.map(({ id }) => id)
  const isFresh = new Set(ids)
  const known = posts.filter(({ id }) => !isFresh.has(id))
  const changed = await updatePosts(ctx, tx, projectId, known)
  if (ids.length > 0) {
    const batchId = ctx.id()
    const batch = { arrivedOn: pinned, id: batchId, source: 'archive', projectId, importId, createdAt: now } as const
    await tx.insert(recent).values({ ...batch, itemCount: ids.length, postIds: ids })
    await seeReal(ctx, tx, [projectId])
    await ctx.queue.send(tx, 'candidates', { arrivedOn: pinned, batchId })
  }
  const project = changed.length === 0 ? null : await activeProject(tx, projectId)
  if (project) {
    await matchAgain(
      ctx,
      tx,
      project,
      changed.map(({ id }) => id),
    )
  }
  return {
    inserted: ids.length,
    updated: changed.length,
    unchanged: known.length - changed.length,
    forgotten: delivered.length - posts.length,
    textBytes: [...fresh, ...changed].reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Updates those of the project's posts that differ; returns their IDs and how many bytes of text were added. */
async function updatePosts(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  posts: readonly NewPost[],
): Promise<{ id: string; bytes: number }[]> {
  if (posts.length === 0) return []
  const byIdentity = new Map(posts.map((post) => [identityOf(post), post]))
  // Locked in the order of their identities, as all writers do.
  const { rows } = await tx.execute<Stored>(sql`
    select p.id, k.place, p.author, p.title, p.body, p.permalink, p.flair, p.score, p.num_comments as "numComments",
      p.posted_at as "postedAt", octet_length(p.title) + octet_length(p.body) as bytes
    from ${identities(posts)} join post p
      on p.project_id = ${projectId} and (p.source, p.kind, p.outside_id) = (k.source, k.kind, k.outside_id)
    order by k.place for update of p`)
  const changed = rows.flatMap((row) => {
    const post = byIdentity.get(identityOf(posts[Number(row.place) - 1]!))!
    return differs(row, post) ? [{ row, post }] : []
  })
  for (const { row, post } of changed) {
    await tx.execute(sql`
      update post set author = ${post.author}, title = ${post.title}, body = ${post.body},
        body_truncated = ${post.bodyTruncated}, permalink = ${post.permalink}, flair = ${post.flair},
        score = ${post.score}, num_comments = ${post.numComments}, posted_at = ${post.postedAt},
        updated_at = ${ctx.now().toISOString()}
      where id = ${row.id}`)
  }
  return changed.map(({ row, post }) => {
    return { id: row.id, bytes: Buffer.byteLength(post.title) + Buffer.byteLength(post.body) - row.bytes }
  })
}

type Content = Pick<NewPost, 'author' | 'title' | 'body' | 'permalink' | 'flair' | 'score' | 'numComments'>
type Stored = Content & { id: string; place: string; postedAt: string | null; bytes: number } & Record<string, unknown>

function differs(row: Stored, post: NewPost): boolean {
  const content = ['author', 'title', 'body', 'permalink', 'flair', 'score', 'numComments'] as const
  if (content.some((key) => row[key] !== post[key])) return true
  const [stored, pushed] = [row.postedAt, post.postedAt].map((at) => (at === null ? null : Date.parse(at)))
  return stored !== pushed
}

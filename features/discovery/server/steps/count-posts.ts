import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { RunRow } from '../runs.ts'
import { isReadBy } from './readable-posts.ts'
import type { StepChanges } from './take-step.ts'

/** Counts the posts to read, by the way in which they arrived. */
export async function countPosts(ctx: Ctx, tx: Transaction, run: RunRow): Promise<StepChanges> {
  const { rows } = await tx.execute<{ seenBy: 'api' | 'feed' | 'import'; posts: number }>(sql`
    select coalesce((select k.seen_by from post_check k where k.post_id = post.id), 'import') as "seenBy",
      count(*)::int as posts
    from post where ${isReadBy(run)} group by 1`)
  const postsOf = (way: string) => rows.find(({ seenBy }) => seenBy === way)?.posts ?? 0
  const sources = { api: postsOf('api'), feed: postsOf('feed'), import: postsOf('import') }
  const postsTotal = sources.api + sources.feed + sources.import
  return { phase: 'reading', sources, postsTotal, startedAt: ctx.now() }
}

import { and, asc, eq } from 'drizzle-orm'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { ownRows, readOne } from '#platform/server/database/rows/find.ts'
import type { ComparedResult, RunComparison } from '../contract.ts'
import { leadRunResults } from './results.ts'
import { leadRuns } from './runs.ts'
import { leadRunResult } from './tables.ts'

/** Returns what changed from an earlier run of the same project to this one. Throws NotFoundError. */
export async function compareRuns(ctx: Ctx, { id, earlier }: { id: string; earlier: string }): Promise<RunComparison> {
  return readOnly(ctx, async (tx) => {
    const run = await readOne(ctx, tx, leadRuns, id)
    const before = await readOne(ctx, tx, leadRuns, earlier)
    return comparisonOf(await resultsOf(ctx, tx, before.id), await resultsOf(ctx, tx, run.id))
  })
}

type Ranked = Omit<ComparedResult, 'rank' | 'rankBefore'> & { postId: string; rank: number }

async function resultsOf(ctx: Ctx, tx: Transaction, runId: string): Promise<Ranked[]> {
  const rows = await tx
    .select({
      id: leadRunResult.id,
      postId: leadRunResult.postId,
      title: post.title,
      subreddit: post.subreddit,
      label: leadRunResult.label,
      score: leadRunResult.score,
      rank: leadRunResult.rank,
    })
    .from(leadRunResult)
    .innerJoin(post, eq(post.id, leadRunResult.postId))
    .where(and(ownRows(ctx, leadRunResults), eq(leadRunResult.runId, runId)))
    .orderBy(asc(leadRunResult.rank))
  return rows.map((row) => ({ ...row, rank: row.rank! }))
}

/** Compares two rankings by post. */
export function comparisonOf(before: readonly Ranked[], now: readonly Ranked[]): RunComparison {
  const ranksBefore = new Map(before.map(({ postId, rank }) => [postId, rank]))
  const posts = new Set(now.map(({ postId }) => postId))
  const shown = ({ postId: _, ...result }: Ranked) => result
  const added: ComparedResult[] = []
  const moved: ComparedResult[] = []
  let same = 0
  for (const result of now) {
    const rankBefore = ranksBefore.get(result.postId)
    if (rankBefore === undefined) added.push({ ...shown(result), rankBefore: null })
    else if (rankBefore === result.rank) same++
    else moved.push({ ...shown(result), rankBefore })
  }
  const gone = before
    .filter(({ postId }) => !posts.has(postId))
    .map((result) => ({ ...shown(result), rank: null, rankBefore: result.rank }))
  return { added, gone, moved, same }
}

import { and, asc, eq, sql } from 'drizzle-orm'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { ownRows, readOne } from '#platform/server/database/rows/find.ts'
import type { ComparedResult, LeadRun, RunComparison } from '../contract.ts'
import { leadRunResults } from './results.ts'
import { leadRuns } from './runs.ts'
import { leadRunResult } from './tables.ts'

/** Returns what changed from an earlier run of the same project to this one. Throws NotFoundError. */
export async function compareRuns(
  ctx: Ctx,
  { id, earlier }: { id: string; earlier: string | null },
): Promise<RunComparison> {
  return readOnly(ctx, async (tx) => {
    const run = await readOne(ctx, tx, leadRuns, id)
    const before = earlier === null ? await runBefore(tx, run) : (await readOne(ctx, tx, leadRuns, earlier)).id
    const results = before === null ? [] : await resultsOf(ctx, tx, before)
    return { with: before, ...comparisonOf(results, await resultsOf(ctx, tx, run.id)) }
  })
}

/** Returns the run that this one repeats, or else the project's last one before it; null if there is none. */
async function runBefore(tx: Transaction, { id, rerunOf }: LeadRun): Promise<string | null> {
  if (rerunOf !== null) return rerunOf
  const { rows } = await tx.execute<{ id: string }>(sql`
    select b.id from lead_run r join lead_run b on b.project_id = r.project_id and b.realm = r.realm and b.id < r.id
    where r.id = ${id} and b.state = 'done'
    order by b.id desc limit 1`)
  return rows[0]?.id ?? null
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
function comparisonOf(before: readonly Ranked[], now: readonly Ranked[]): Omit<RunComparison, 'with'> {
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

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Item } from '#engine/item.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { leadRunResult } from '../tables.ts'

type RunKey = { projectId: string; id: string }

export function ofRun({ projectId, id }: RunKey) {
  return and(eq(leadRunResult.projectId, projectId), eq(leadRunResult.runId, id), isNull(leadRunResult.rank))
}

export interface FoundPost {
  result: typeof leadRunResult.$inferSelect
  item: Item
}

/** Returns a working run's results with their posts, best first; only the first ones with a limit. */
export async function bestResults(tx: Transaction, run: RunKey, limit = 1_000_000): Promise<FoundPost[]> {
  const rows = await tx
    .select({ result: leadRunResult, item: itemColumns })
    .from(leadRunResult)
    .innerJoin(post, eq(post.id, leadRunResult.postId))
    .where(ofRun(run))
    .orderBy(sql`${leadRunResult.score} desc`, sql`${leadRunResult.postedAt} desc nulls last`, leadRunResult.id)
    .limit(limit)
  return rows.map(({ result, item }) => ({ result, item: itemOf(item) }))
}

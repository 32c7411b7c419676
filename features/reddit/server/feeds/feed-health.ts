import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { FeedFacts } from '#platform/contract/source-health.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { feed, feedGap, feedUse } from '../tables.ts'

/** The age up to which gaps are reported, and the maximum number of them. */
const reportedMs = 7 * 24 * 3_600_000
const gapsMost = 500

/**
 * Returns a project's feeds and their health since the project began to use them. Earlier data and the feeds of other
 * projects stay private to their users.
 */
export async function feedsOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<FeedFacts[]> {
  const isOwnSuccess = sql<boolean | null>`${feed.lastSuccessAt} >= ${feedUse.createdAt}`
  const rows = await tx
    .select({ feed, hasSucceeded: isOwnSuccess })
    .from(feedUse)
    .innerJoin(feed, eq(feed.id, feedUse.feedId))
    .where(eq(feedUse.projectId, projectId))
    .orderBy(feed.source, feed.kind, feed.name, desc(feed.stream))
  const since = new Date(ctx.now().getTime() - reportedMs)
  const { feedId, toAt, openedAt, endedAt, givenUp } = feedGap
  const fromAt = sql<Date>`greatest(${feedGap.fromAt}, ${feedUse.createdAt})`.mapWith(feedGap.fromAt)
  const gaps = await tx
    .select({ feedId, fromAt, toAt, openedAt, endedAt, givenUp })
    .from(feedGap)
    .innerJoin(feedUse, eq(feedUse.feedId, feedGap.feedId))
    .where(
      and(
        eq(feedUse.projectId, projectId),
        eq(feedGap.isBeginning, false),
        gte(feedGap.openedAt, feedUse.createdAt),
        or(isNull(feedGap.endedAt), gte(feedGap.endedAt, since)),
      ),
    )
    .orderBy(desc(feedGap.openedAt))
    .limit(gapsMost)
  const byFeed = Map.groupBy(gaps, (gap) => gap.feedId)
  return rows.map(({ feed: row, hasSucceeded }) => ({
    source: row.source,
    kind: row.kind,
    stream: row.stream,
    name: row.name,
    ...(hasSucceeded ? figuresOf(row) : { itemsPerMinute: 0, lastSuccessAt: null, lagSeconds: null }),
    error: row.error,
    nextTryAt: row.nextAt.toISOString(),
    gaps: (byFeed.get(row.id) ?? []).map(presentGap),
  }))
}

function figuresOf({ paceItems, paceMs, lastSuccessAt, lagMs }: typeof feed.$inferSelect) {
  return {
    itemsPerMinute: paceMs > 0 ? (paceItems * 60_000) / paceMs : 0,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lagSeconds: lagMs === null ? null : lagMs / 1000,
  }
}

type ReportedGap = Pick<typeof feedGap.$inferSelect, 'fromAt' | 'toAt' | 'openedAt' | 'endedAt' | 'givenUp'>

function presentGap({ fromAt, toAt, openedAt, endedAt, givenUp }: ReportedGap) {
  return {
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    givenUp,
  }
}

import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { ListenedPlace } from '#platform/contract/source-health.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { listeningGap, place, placeUse } from '../tables.ts'

/** Gaps are told of for a week, and so many of them. */
const toldMs = 7 * 24 * 3_600_000
const gapsMost = 500

/**
 * Where a project listens, and how that is going since it does: what was before that, others know alone. What others listen
 * to is told to nobody.
 */
export async function placesOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<ListenedPlace[]> {
  const isOwnSuccess = sql<boolean | null>`${place.lastSuccessAt} >= ${placeUse.createdAt}`
  const rows = await tx
    .select({ place, isHeard: isOwnSuccess })
    .from(placeUse)
    .innerJoin(place, eq(place.id, placeUse.placeId))
    .where(eq(placeUse.projectId, projectId))
    .orderBy(place.source, place.kind, place.name, desc(place.stream))
  const since = new Date(ctx.now().getTime() - toldMs)
  const { placeId, toAt, openedAt, endedAt, givenUp } = listeningGap
  const fromAt = sql<Date>`greatest(${listeningGap.fromAt}, ${placeUse.createdAt})`.mapWith(listeningGap.fromAt)
  const gaps = await tx
    .select({ placeId, fromAt, toAt, openedAt, endedAt, givenUp })
    .from(listeningGap)
    .innerJoin(placeUse, eq(placeUse.placeId, listeningGap.placeId))
    .where(
      and(
        eq(placeUse.projectId, projectId),
        eq(listeningGap.isBeginning, false),
        gte(listeningGap.openedAt, placeUse.createdAt),
        or(isNull(listeningGap.endedAt), gte(listeningGap.endedAt, since)),
      ),
    )
    .orderBy(desc(listeningGap.openedAt))
    .limit(gapsMost)
  const byPlace = Map.groupBy(gaps, (gap) => gap.placeId)
  return rows.map(({ place: row, isHeard }) => ({
    source: row.source,
    kind: row.kind,
    stream: row.stream,
    name: row.name,
    ...(isHeard ? figuresOf(row) : { itemsPerMinute: 0, lastSuccessAt: null, lagSeconds: null }),
    error: row.error,
    nextTryAt: row.nextAt.toISOString(),
    gaps: (byPlace.get(row.id) ?? []).map(toldGap),
  }))
}

function figuresOf({ paceItems, paceMs, lastSuccessAt, lagMs }: typeof place.$inferSelect) {
  return {
    itemsPerMinute: paceMs > 0 ? (paceItems * 60_000) / paceMs : 0,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lagSeconds: lagMs === null ? null : lagMs / 1000,
  }
}

type ToldGap = Pick<typeof listeningGap.$inferSelect, 'fromAt' | 'toAt' | 'openedAt' | 'endedAt' | 'givenUp'>

function toldGap({ fromAt, toAt, openedAt, endedAt, givenUp }: ToldGap) {
  return {
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    givenUp,
  }
}

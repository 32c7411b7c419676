import type { PlaceHealth } from '@earshot/contract/entities/source-health'
import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { listeningGap, place, placeUse } from '../../db/listening-tables.ts'

/** Gaps are told of for a week, and so many of them. */
const toldMs = 7 * 24 * 3_600_000
const gapsMost = 500

/** Where a project listens, and how that is going. What others listen to is told to nobody. */
export async function placesOf(ctx: Ctx, tx: Transaction, projectId: string): Promise<PlaceHealth[]> {
  const rows = await tx
    .select({ place })
    .from(placeUse)
    .innerJoin(place, eq(place.id, placeUse.placeId))
    .where(eq(placeUse.projectId, projectId))
    .orderBy(place.source, place.kind, place.name, desc(place.stream))
  const since = new Date(ctx.now().getTime() - toldMs)
  const ids = rows.map((row) => row.place.id)
  const gaps = await tx
    .select()
    .from(listeningGap)
    .where(
      and(
        inArray(listeningGap.placeId, ids),
        eq(listeningGap.isBeginning, false),
        or(isNull(listeningGap.endedAt), gte(listeningGap.endedAt, since)),
      ),
    )
    .orderBy(desc(listeningGap.openedAt))
    .limit(gapsMost)
  const byPlace = Map.groupBy(gaps, ({ placeId }) => placeId)
  return rows.map(({ place: row }) => ({
    source: row.source,
    kind: row.kind,
    stream: row.stream,
    name: row.name,
    itemsPerMinute: row.paceMs > 0 ? (row.paceItems * 60_000) / row.paceMs : 0,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lagSeconds: row.lagMs === null ? null : row.lagMs / 1000,
    error: row.error,
    nextTryAt: row.nextAt.toISOString(),
    gaps: (byPlace.get(row.id) ?? []).map(toldGap),
  }))
}

function toldGap({ fromAt, toAt, openedAt, endedAt, givenUp }: typeof listeningGap.$inferSelect) {
  return {
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    givenUp,
  }
}

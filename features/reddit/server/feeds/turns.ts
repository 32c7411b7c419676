import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { later } from '../api/outcome.ts'
import { feedTurn } from '../tables.ts'
import type { FeedTurns } from './rss.ts'

/** Reddit lets each address read one feed a minute; a second more, since questions take unlike long to arrive. */
const turnMs = 61_000

/** The turns of an address, which all processes take from one row: whoever moves it on may ask. */
export function sharedTurns(ctx: Ctx, address: string): FeedTurns {
  return {
    take: () =>
      transaction(ctx, async (tx) => {
        const now = ctx.now()
        const nextAt = new Date(now.getTime() + turnMs)
        const [taken] = await tx
          .insert(feedTurn)
          .values({ address, nextAt })
          .onConflictDoUpdate({
            target: feedTurn.address,
            set: { nextAt },
            setWhere: sql`${feedTurn.nextAt} <= ${now.toISOString()}`,
          })
          .returning()
        if (taken) return { state: 'go' as const }
        const [row] = await tx.select().from(feedTurn).where(eq(feedTurn.address, address))
        return later('governed', row?.nextAt.getTime() ?? nextAt.getTime())
      }),
    pause: (until) =>
      transaction(ctx, async (tx) => {
        const nextAt = new Date(until)
        await tx
          .insert(feedTurn)
          .values({ address, nextAt })
          .onConflictDoUpdate({
            target: feedTurn.address,
            set: { nextAt: sql`greatest(${feedTurn.nextAt}, excluded.next_at)` },
          })
      }),
  }
}

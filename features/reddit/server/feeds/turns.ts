import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { retryLater } from '../api/outcome.ts'
import { rssTurn } from '../tables.ts'
import type { RssTurns } from './rss.ts'

/** Reddit lets each IP address read RSS once a minute. The extra second allows for varying network delays. */
const turnMs = 61_000

/** Returns the turns of an IP address. All processes share them through one row: the one that updates it may send. */
export function sharedTurns(ctx: Ctx, address: string): RssTurns {
  return {
    take: () =>
      transaction(ctx, async (tx) => {
        const now = ctx.now()
        const nextAt = new Date(now.getTime() + turnMs)
        const [claimed] = await tx
          .insert(rssTurn)
          .values({ address, nextAt })
          .onConflictDoUpdate({
            target: rssTurn.address,
            set: { nextAt },
            setWhere: sql`${rssTurn.nextAt} <= ${now.toISOString()}`,
          })
          .returning()
        if (claimed) return { state: 'go' as const }
        const [row] = await tx.select().from(rssTurn).where(eq(rssTurn.address, address))
        return retryLater('governed', row?.nextAt.getTime() ?? nextAt.getTime())
      }),
    pause: (until) =>
      transaction(ctx, async (tx) => {
        const nextAt = new Date(until)
        await tx
          .insert(rssTurn)
          .values({ address, nextAt })
          .onConflictDoUpdate({
            target: rssTurn.address,
            set: { nextAt: sql`greatest(${rssTurn.nextAt}, excluded.next_at)` },
          })
      }),
  }
}

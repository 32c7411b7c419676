import { lt, sql } from 'drizzle-orm'
import { healthDays } from '#engine/candidates/health-days.ts'
import { session } from '#features/accounts/server/index.ts'
import { forgetEvents } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { drawnEach, wholeDays } from './posts/recent-sample.ts'

const dayMs = 24 * 3_600_000
/** Days with a sample kept, for previews. */
const sampledDays = healthDays
const daysAhead = 7
/** Dropping a day locks all days briefly. If readers would wait longer than this, it is postponed. */
const lockPatience = '500ms'
/** The PostgreSQL error code when the lock timeout is exceeded. */
const lockNotAvailable = '55P03'

/** Creates future days, samples and drops expired ones, and deletes expired sessions and events. */
export async function maintainArrivals(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, (tx) => tx.execute(sql`select make_recent_partitions(${dayOf(now)}::date, ${daysAhead + 1})`))
  await transaction(ctx, (tx) => foldCounts(tx))
  await transaction(ctx, async (tx) => {
    await forgetEvents(ctx, tx)
    await tx.delete(session).where(lt(session.expiresAt, now))
  })
  const daysAgo = (days: number) => dayOf(new Date(now.getTime() - days * dayMs))
  await endDays(ctx, { firstWhole: daysAgo(wholeDays), firstKept: daysAgo(sampledDays) })
}

/** Samples and drops days, or leaves it to the next run if a reader holds a lock for too long. */
async function endDays(ctx: Ctx, { firstWhole, firstKept }: { firstWhole: string; firstKept: string }): Promise<void> {
  try {
    await transaction(ctx, async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${lockPatience}, true)`)
      await tx.execute(sql`delete from overflow where arrived_on < ${firstWhole}`)
      await tx.execute(sql`select drop_recent_partitions(${firstKept}::date)`)
      await tx.execute(sql`select thin_recent_partitions(${firstWhole}::date, ${drawnEach})`)
    })
  } catch (error) {
    if (faultOf(error).code !== lockNotAvailable) throw error
    ctx.log.info('expired partitions not dropped: in use. Retried at the next upkeep')
  }
}

/** Sums the changes of each count into one row. Concurrent changes add rows that the next run sums. */
async function foldCounts(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with folded as (
      delete from opportunity_count where id in (
        select id from opportunity_count order by id for update skip locked
      ) returning project_id, realm, state, saved, delta
    )
    insert into opportunity_count (project_id, realm, state, saved, delta)
    select f.project_id, f.realm, f.state, f.saved, sum(f.delta)
    from folded f join project p on p.id = f.project_id
    group by 1, 2, 3, 4 having sum(f.delta) <> 0`)
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

import { sql } from 'drizzle-orm'
import { type DayRange, daysBefore } from '#engine/dashboard/day-range.ts'
import { spanOfDays } from '#engine/rules/schedule.ts'
import { countLeads } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Replies } from '../contract.ts'

interface Period {
  id: string
  days: DayRange
  timeZone: string
}

/** Returns how a project replied in a period, as its archive of replied leads shows it, and how fast. */
export async function readReplies(ctx: Ctx, tx: Transaction, period: Period): Promise<Replies> {
  const { starts, ends } = spanOfDays(period.days, period.timeZone)
  const count = (visibility?: string) =>
    countLeads(ctx, tx, {
      project: { id: { $eq: period.id } },
      state: { $eq: 'replied' },
      decidedAt: { $gte: starts.toISOString(), $lt: ends.toISOString() },
      ...(visibility && { visibility: { $eq: visibility } }),
    })
  const [sent, live, removed, unchecked, own, before] = await Promise.all([
    count(),
    count('live'),
    count('removed'),
    count('unchecked'),
    readPace(tx, period),
    readPace(tx, { ...period, days: daysBefore(period.days) }),
  ])
  return { sent, live, removed, unchecked, medianSeconds: own.medianSeconds, before }
}

type Pace = Replies['before']

/** Counts the replies of a period, and returns the median of how long their leads had waited since they were released. */
async function readPace(tx: Transaction, { id, days, timeZone }: Period): Promise<Pace> {
  const { starts, ends } = spanOfDays(days, timeZone)
  const { rows } = await tx.execute<Pace & Record<string, unknown>>(sql`
    select count(*)::int as sent, percentile_cont(0.5) within group (
      order by greatest(0, extract(epoch from o.decided_at - greatest(o.released_at, o.posted_at)))::float8
    ) as "medianSeconds"
    from opportunity o
    where o.project_id = ${id} and o.state = 'replied' and o.sibling_of is null and ${isSeenAs('o')}
      and o.decided_at >= ${starts.toISOString()} and o.decided_at < ${ends.toISOString()}`)
  return rows[0] ?? { sent: 0, medianSeconds: null }
}

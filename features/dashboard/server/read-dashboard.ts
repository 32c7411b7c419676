import { rangeOrLast } from '#engine/dashboard/day-range.ts'
import { hasRight } from '#engine/rules/access.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { projects } from '#features/projects/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { Dashboard, DashboardQuery } from '../contract.ts'
import { hasData } from './has-data.ts'
import { readQueue } from './queue.ts'
import { readReplies } from './replies.ts'
import { readSetup } from './setup.ts'
import { readStages } from './stages.ts'

/** Returns what waits in a project, and what happened in a period. Clients get the numbers about leads only. */
export function readDashboard(ctx: Ctx, { id, query }: { id: string; query: DashboardQuery }): Promise<Dashboard> {
  const role = roleIn(ctx, id)
  const isTeam = hasRight(role, 'readOutreach') && hasRight(role, 'readWatchlist')
  return readOnly(ctx, async (tx) => {
    const { timeZone } = await readOne(ctx, tx, projects, id)
    const [hasAny, queue, replies, stages, setup] = await Promise.all([
      hasData(tx, id),
      readQueue(ctx, tx, { id, zone: query.zone, isTeam }),
      readReplies(ctx, tx, { id, days: rangeOrLast(query, dayIn(timeZone, ctx.now()).day), timeZone }),
      isTeam ? readStages(tx, id) : null,
      isTeam ? readSetup(tx, id) : null,
    ])
    return { hasData: hasAny, queue, replies, stages, setup }
  })
}

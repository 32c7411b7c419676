import { sql } from 'drizzle-orm'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import type { View } from '#engine/rules/lead-view.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import { dayIn, startOfDay } from '#engine/rules/schedule.ts'
import { countLeads } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Queue } from '../contract.ts'

/** Returns what waits in a project for the caller. `zone` is where they are. */
export async function readQueue(
  ctx: Ctx,
  tx: Transaction,
  { id, zone, isTeam }: { id: string; zone: string; isTeam: boolean },
): Promise<Queue> {
  const count = (view: View) => countLeads(ctx, tx, viewQuery(id, view, ctx.now().getTime()).filters)
  const [newLeads, hotLeads, dueReplies, outreach] = await Promise.all([
    count(queueViews.newLeads),
    count(queueViews.hotLeads),
    isTeam ? count(queueViews.dueReplies) : null,
    isTeam ? readOutreach(ctx, tx, { id, zone }) : noOutreach,
  ])
  return { newLeads, hotLeads, dueReplies, ...outreach }
}

type Outreach = Pick<Queue, 'overdueTasks' | 'todaysTasks' | 'unreadMessages' | 'unreadMail'>
const noOutreach: Outreach = { overdueTasks: null, todaysTasks: null, unreadMessages: null, unreadMail: null }

/** Counts the people and conversations as the boxes of the CRM and of both inboxes list them. */
async function readOutreach(ctx: Ctx, tx: Transaction, { id, zone }: { id: string; zone: string }): Promise<Outreach> {
  const { day, ends } = dayIn(zone, ctx.now())
  const [begins, tomorrow] = [startOfDay(day, zone).toISOString(), ends.toISOString()]
  const { rows } = await tx.execute<Outreach & Record<string, unknown>>(sql`
    select p.*, c.* from (
      select count(*) filter (where next_task_at < ${begins})::int as "overdueTasks",
        count(*) filter (where next_task_at >= ${begins} and next_task_at < ${tomorrow})::int as "todaysTasks"
      from person where project_id = ${id}
    ) p, (
      select count(*) filter (where channel = 'reddit')::int as "unreadMessages",
        count(*) filter (where channel = 'mail')::int as "unreadMail"
      from conversation where project_id = ${id} and state = 'open' and unread
    ) c`)
  return rows[0] ?? noOutreach
}

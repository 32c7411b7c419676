import { sql } from 'drizzle-orm'
import { ownerOfTask } from '#features/crm/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { activeRules, addAlerts, lockAlerts } from '../evaluate-alerts.ts'

/**
 * Alerts people to their due reminders and tasks and the notes that mention them (docs/decisions/0116): by the rules of
 * the kind personal, and in the app. Each is taken once, in the transaction that adds its alerts. An error in one
 * project does not hold up the others.
 */
export async function runPersonalAlerts(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  for (const projectId of await transaction(ctx, (tx) => projectsWithDue(ctx, tx))) {
    if (ctx.stopping.aborted) return
    await transaction(ctx, (tx) => alertProject(ctx, tx, projectId)).catch((error: unknown) => {
      ctx.log.error({ projectId, ...faultOf(error) }, 'alerting people failed')
      fault = { error }
    })
  }
  if (fault) throw (fault as { error: unknown }).error
}

/** A reminder of an open lead. That of a decided lead becomes due if the decision is undone. */
const isDue = (now: string) => sql`(not r.done and r.alerted_at is null and r.due_at <= ${now} and exists (
  select from opportunity o
  where o.project_id = r.project_id and o.id = r.opportunity_id and o.state = 'new' and ${isSeenAs('o')}))`

const isTaskDue = (now: string) => sql`(t.done_at is null and t.alerted_at is null and t.due_at <= ${now})`

async function projectsWithDue(ctx: Ctx, tx: Transaction): Promise<string[]> {
  const now = ctx.now().toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select r.project_id as id from reminder r where ${isDue(now)}
    union select t.project_id from task t where ${isTaskDue(now)}
    union select m.project_id from note_mention m where m.alerted_at is null
    order by 1`)
  return rows.map(({ id }) => id)
}

async function alertProject(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockAlerts(tx, projectId)
  const now = ctx.now().toISOString()
  const reminders = await tx.execute<{ id: string; userId: string | null; dueAt: string }>(sql`
    update reminder r set alerted_at = ${now} where r.project_id = ${projectId} and ${isDue(now)}
    returning r.id, r.created_by as "userId", r.due_at as "dueAt"`)
  const tasks = await tx.execute<{ id: string; userId: string | null; dueAt: string }>(sql`
    update task t set alerted_at = ${now} where t.project_id = ${projectId} and ${isTaskDue(now)}
    returning t.id, ${ownerOfTask} as "userId", t.due_at as "dueAt"`)
  const mentions = await tx.execute<{ noteId: string; userId: string; createdAt: string }>(sql`
    update note_mention m set alerted_at = ${now} where m.project_id = ${projectId} and m.alerted_at is null
    returning m.note_id as "noteId", m.user_id as "userId", m.created_at as "createdAt"`)
  const { rows } = await tx.execute<{ userId: string }>(sql`
    select user_id as "userId" from member where project_id = ${projectId} and user_id is not null`)
  const members = new Set(rows.map(({ userId }) => userId))
  const found = [
    ...reminders.rows.flatMap(({ id, userId, dueAt }) =>
      userId === null ? [] : [{ userId, reminderId: id, item: `reminder ${id} ${new Date(dueAt).toISOString()}` }],
    ),
    // Whoever gets it from somebody else is told too.
    ...tasks.rows.flatMap(({ id, userId, dueAt }) =>
      userId === null ? [] : [{ userId, taskId: id, item: `task ${id} ${userId} ${new Date(dueAt).toISOString()}` }],
    ),
    ...mentions.rows.map(({ noteId, userId, createdAt }) => ({
      ...{ userId, noteId, item: `note ${noteId} ${userId} ${new Date(createdAt).toISOString()}` },
    })),
  ].filter(({ userId }) => members.has(userId))
  const rules = await activeRules(tx, projectId, ['personal'])
  const matched = rules.flatMap(({ id: ruleId }) =>
    found.map((each) => ({ ...each, ruleId, postId: null, details: null })),
  )
  await addAlerts(ctx, tx, { projectId, rules, matched })
  await announce(ctx, tx, 'notices', [projectId])
  await ctx.queue.send(tx, 'alerts', {})
}

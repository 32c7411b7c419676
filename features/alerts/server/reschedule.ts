import { and, eq, type SQL, sql } from 'drizzle-orm'
import { digestDue, type Schedule, scheduleFor } from '#engine/alerts/timing.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isRow } from '#platform/server/outbox/outbox.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { project, user } from '#platform/server/tenancy/tables.ts'
import { notificationSetting } from './personal/tables.ts'
import { alertRule } from './tables.ts'

type Rhythmic = Pick<typeof alertRule.$inferSelect, 'rhythm' | 'timeOfDay'>

/** Returns the schedule of a rule in its project's time zone. */
export function scheduleOf({ rhythm, timeOfDay }: Rhythmic, timeZone: string): Schedule {
  return { rhythm, time: timeOfDay, timeZone }
}

/** Makes messages that still collect due at the end of their window, or now. Hours are checked then. */
export async function makeDue(ctx: Ctx, tx: Transaction, where: SQL | undefined): Promise<void> {
  const now = ctx.now()
  const dueAt = sql`coalesce(${delivery.windowAt}, ${now.toISOString()})`
  await tx
    .update(delivery)
    .set({ dueAt, updatedAt: now })
    .where(and(where, eq(delivery.collecting, true)))
}

/**
 * Makes messages that still collect due by the rhythm of their rule, or the one it is about to have, and the digest time
 * of their recipient.
 */
export async function reschedule(
  ctx: Ctx,
  tx: Transaction,
  where: SQL | undefined,
  changed: Rhythmic | null,
): Promise<void> {
  const now = ctx.now()
  const rows = await tx
    .select({
      projectId: delivery.projectId,
      id: delivery.id,
      rule: { rhythm: alertRule.rhythm, timeOfDay: alertRule.timeOfDay },
      projectZone: project.timeZone,
      timeOfDay: notificationSetting.timeOfDay,
      timeZone: user.timeZone,
    })
    .from(delivery)
    .innerJoin(alertRule, and(eq(alertRule.projectId, delivery.projectId), eq(alertRule.id, delivery.ruleId)))
    .innerJoin(project, eq(project.id, delivery.projectId))
    .leftJoin(user, eq(user.id, delivery.userId))
    .leftJoin(notificationSetting, eq(notificationSetting.userId, delivery.userId))
    .where(and(where, eq(delivery.collecting, true)))
    .orderBy(delivery.id)
  for (const { rule, projectZone, timeOfDay, timeZone, ...key } of rows) {
    const windowAt = digestDue(scheduleFor(scheduleOf(changed ?? rule, projectZone), { timeOfDay, timeZone }), now)
    await tx
      .update(delivery)
      .set({ windowAt, dueAt: windowAt ?? now, updatedAt: now })
      .where(and(isRow(key), eq(delivery.collecting, true)))
  }
}

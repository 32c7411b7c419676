import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { delivery } from '#platform/server/outbox/tables.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { NotificationSettings } from '../../contract-personal.ts'
import { makeDue, reschedule } from '../reschedule.ts'
import { notificationSetting } from './tables.ts'

const unset: NotificationSettings = { quietHours: null, timeOfDay: null }

/** Returns the caller's quiet hours and digest time. */
export async function readNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { userId } = presentActor(ctx)
  const { quietHours, timeOfDay } = notificationSetting
  const [row] = await readOnly(ctx, (tx) =>
    tx.select({ quietHours, timeOfDay }).from(notificationSetting).where(eq(notificationSetting.userId, userId)),
  )
  return row ?? unset
}

/** Replaces the caller's quiet hours and digest time. Messages that wait for them follow at once. */
export async function saveNotificationSettings(ctx: Ctx, data: NotificationSettings): Promise<NotificationSettings> {
  const { userId } = presentActor(ctx)
  const values = { ...data, updatedAt: ctx.now() }
  await transaction(ctx, async (tx) => {
    const isOwn = eq(notificationSetting.userId, userId)
    const [before] = await tx.select().from(notificationSetting).where(isOwn).for('update')
    await tx
      .insert(notificationSetting)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: notificationSetting.userId, set: values })
    const toCaller = and(ownProjects(ctx, delivery.projectId), eq(delivery.userId, userId))
    if (data.timeOfDay === (before?.timeOfDay ?? null)) await makeDue(ctx, tx, toCaller)
    else await reschedule(ctx, tx, toCaller, null)
  })
  return data
}

import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dated } from '#platform/server/database/columns.ts'
import type { NotificationSettings } from '../../contract-personal.ts'

/** What a person chose for all their alerts. No row: nothing. */
export const notificationSetting = pgTable('notification_setting', {
  userId: uuid('user_id').primaryKey(),
  quietHours: jsonb('quiet_hours').$type<NotificationSettings['quietHours']>(),
  timeOfDay: text('time_of_day'),
  updatedAt: dated.updatedAt,
})

import { z } from 'zod'

/** What a rule is about. personStage: people who change their stage in the CRM. personal: due reminders, and notes that mention someone, sent only to that person. */
export const alertKinds = [
  'lead',
  'mention',
  'spike',
  'keywordHealth',
  'sourceTrouble',
  'quota',
  'personal',
  'personStage',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** How often a rule sends what it matched. */
export const rhythms = ['immediately', 'hourly', 'daily', 'weekly'] as const
export type Rhythm = (typeof rhythms)[number]

/** A time of day, such as 22:00. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00')

/** The time span without alerts; it spans midnight if `to` is earlier than `from`. */
export const QuietHours = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, 'from and to must differ')
export type QuietHours = z.infer<typeof QuietHours>

/**
 * A person's own quiet hours. They begin on each of the days, numbered from Monday, 1, to Sunday, 7, and end on the next
 * day if `to` isn't later than `from`.
 */
export const OwnQuietHours = z
  .strictObject({
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: ClockTime,
    to: ClockTime,
  })
  .refine(
    ({ days, from, to }) => from !== to || new Set(days).size < 7,
    'quiet hours must leave some time for messages',
  )
export type OwnQuietHours = z.infer<typeof OwnQuietHours>

/** The only hours with alerts, within a day. Days are numbered from Monday, 1, to Sunday, 7. */
export const WorkingHours = z
  .strictObject({
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: ClockTime,
    to: ClockTime,
  })
  .refine(({ from, to }) => from < to, 'from must be earlier than to')
export type WorkingHours = z.infer<typeof WorkingHours>

import { ClockTime, OwnQuietHours } from '#engine/alerts/alert-rule.ts'
import type { NotificationSettings } from '../../contract-personal.ts'

/** Returns what is wrong with hours that a user entered, or undefined. */
export function ownHoursFault({ quietHours, timeOfDay }: NotificationSettings): string | undefined {
  const times = [...(quietHours ? [quietHours.from, quietHours.to] : []), ...(timeOfDay === null ? [] : [timeOfDay])]
  if (!times.every((time) => ClockTime.safeParse(time).success)) return 'Enter all times.'
  if (quietHours?.days.length === 0) return 'Choose at least one day.'
  if (quietHours && !OwnQuietHours.safeParse(quietHours).success)
    return 'Quiet hours must leave some time for messages.'
  return undefined
}

import { dayAfter } from '../mentions/periods.ts'
import { dayIn } from '../rules/schedule.ts'
import { firstShowing, hourMs, wallClock } from '../rules/wall-clock.ts'

/** How often a report is mailed: every morning, on Mondays, or on the first of each month. */
export const reportSchedules = ['daily', 'weekly', 'monthly'] as const
export type ReportSchedule = (typeof reportSchedules)[number]

/** When a report is mailed, on the clocks of the project's time zone. */
const hourOfReports = 7

/** Returns when the report of a day ('YYYY-MM-DD') is due in a time zone. */
export function reportDueAt(day: string, timeZone: string): Date {
  return new Date(firstShowing(wallClock(timeZone), Date.parse(`${day}T00:00:00Z`) + hourOfReports * hourMs))
}

/** Returns the first day of a schedule whose report is due after `now`. Those that were missed are skipped. */
export function nextReportDay(schedule: ReportSchedule, timeZone: string, now: Date): string {
  let { day } = dayIn(timeZone, now)
  while (!isReportDay(schedule, day) || reportDueAt(day, timeZone) <= now) day = dayAfter(day, 1)
  return day
}

function isReportDay(schedule: ReportSchedule, day: string): boolean {
  if (schedule === 'monthly') return day.endsWith('-01')
  return schedule === 'daily' || new Date(`${day}T00:00:00Z`).getUTCDay() === 1
}

import { expect, test } from 'vitest'
import { nextReportDay, type ReportSchedule, reportDueAt } from './report-schedule.ts'

test.each<[ReportSchedule, string, string, string]>([
  // Friday, November 20, 2026
  ['daily', 'UTC', '2026-11-20T06:59:59Z', '2026-11-20'],
  ['daily', 'UTC', '2026-11-20T07:00:00Z', '2026-11-21'],
  ['daily', 'Europe/Berlin', '2026-11-20T05:59:59Z', '2026-11-20'],
  ['daily', 'Europe/Berlin', '2026-11-20T06:00:00Z', '2026-11-21'],
  ['daily', 'America/Los_Angeles', '2026-11-20T02:00:00Z', '2026-11-20'],
  ['daily', 'Pacific/Auckland', '2026-11-20T12:00:00Z', '2026-11-21'],
  ['weekly', 'UTC', '2026-11-20T12:00:00Z', '2026-11-23'],
  ['weekly', 'UTC', '2026-11-23T06:00:00Z', '2026-11-23'],
  ['weekly', 'UTC', '2026-11-23T07:00:00Z', '2026-11-30'],
  ['monthly', 'UTC', '2026-11-20T12:00:00Z', '2026-12-01'],
  ['monthly', 'UTC', '2026-12-31T23:00:00Z', '2027-01-01'],
  ['monthly', 'Asia/Tokyo', '2026-12-31T22:30:00Z', '2027-02-01'],
])('a %s report in %s at %s is sent next on %s', (schedule, timeZone, now, day) => {
  expect(nextReportDay(schedule, timeZone, new Date(now))).toBe(day)
})

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T07:00:00.000Z'],
  ['2026-11-20', 'America/New_York', '2026-11-20T12:00:00.000Z'],
  // Clocks are changed in the night before.
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
])('the report of %s in %s is due at %s', (day, timeZone, at) => {
  expect(reportDueAt(day, timeZone).toISOString()).toBe(at)
})

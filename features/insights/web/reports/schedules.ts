import type { Report } from '../../contract.ts'

export const schedules = ['daily', 'weekly', 'monthly'] as const satisfies readonly NonNullable<Report['schedule']>[]

export const scheduleNames: Record<NonNullable<Report['schedule']>, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
}

/** The hour of the day at which reminders and snoozed conversations are due, in the reader's time zone. */
const dueHour = 9

/** The offered times to look at something again, from the given moment. */
export function dueChoices(now: Date): { label: string; dueAt: Date }[] {
  // Monday of next week.
  const untilMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'Tomorrow', dueAt: morningIn(now, 1) },
    { label: 'In 3 days', dueAt: morningIn(now, 3) },
    { label: 'Next week', dueAt: morningIn(now, untilMonday) },
  ]
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, dueHour)
}

/** Returns the morning of a day that a date input returned, such as 2026-12-01; null for none. */
export function morningOf(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(date), dueHour) : null
}

/** Returns a day as a date input needs it. */
export function inputDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Returns the day of a reminder, such as `today`, `tomorrow` or `Tue, Dec 1`. */
export function dueText(dueAt: Date, now: Date): string {
  const day = inputDay(dueAt)
  if (day === inputDay(now)) return 'today'
  return day === inputDay(morningIn(now, 1)) ? 'tomorrow' : dateText(dueAt, now)
}

/** Returns a day with its weekday, such as `Tue, Dec 1`. */
export function dateText(dueAt: Date, now: Date): string {
  const year = dueAt.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return dueAt.toLocaleDateString('en', { weekday: 'short', month: 'short', day: 'numeric', year })
}

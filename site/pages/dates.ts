/** Formats a day: '2026-11-20' -> 'November 20, 2026', independent of the build machine. */
export function longDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

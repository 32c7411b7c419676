/** '2026-11-20' -> 'November 20, 2026', the same wherever it is built. */
export function longDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

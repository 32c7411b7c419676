const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, as short as a list needs it. Instants are ISO 8601; null is 'age unknown'. */
export function ageText(instant: string | null, now: number): string {
  if (instant === null) return 'age unknown'
  const age = now - Date.parse(instant)
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) return `${Math.floor(age / hour)} h`
  if (age < 14 * day) return `${Math.floor(age / day)} d`
  if (age < 60 * day) return `${Math.floor(age / (7 * day))} wk`
  if (age < 365 * day) return `${Math.floor(age / (30.4 * day))} mo`
  return `${Math.floor(age / (365.25 * day)) || 1} y`
}

/** The same instant exactly, in the time zone of the reader. */
export function exactTime(instant: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(new Date(instant))
}

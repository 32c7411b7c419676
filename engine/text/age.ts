const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns the age of an instant in short form, for lists. Instants are ISO 8601; null gives 'age unknown'. */
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

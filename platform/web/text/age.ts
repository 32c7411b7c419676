import { ageText } from '#engine/text/age.ts'

export { ageText }

/** Returns how long ago a known instant was, for sentences. */
export function agoText(instant: string, now: number): string {
  const age = ageText(instant, now)
  return age === 'just now' ? age : `${age} ago`
}

/** Returns the exact date and time of an instant, in the reader's time zone. */
export function exactTime(instant: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(new Date(instant))
}

import { z } from 'zod'

/** A string that PostgreSQL can store, also in JSON: no NUL character and no lone surrogate. */
export const sound = z
  .string()
  .regex(/^[^\0]*$/, 'must not contain the NUL character')
  .regex(/^\P{Cs}*$/u, 'must be valid Unicode')
export const text = (max: number) => sound.trim().min(1).max(max)
/** Accepts anything that could be an address, but no invisible characters, so that no two addresses look the same. */
export const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@\p{C}]+@([^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u, 'email must be a valid email')
export const password = z
  .string()
  .min(8, 'password must be at least 8 characters')
  .max(256, 'password must be at most 256 characters')

/** The code in a mail link: 256 random bits. A malformed code gets the same error as an unknown one. */
export const mailCode = (incorrect: string) => z.string(incorrect).regex(/^[\w-]{43}$/, incorrect)
/** The messages for a code that resets a password and for one that confirms an address. */
export const incorrectCode = 'Incorrect code provided'
export const invalidToken = 'Invalid token'

/** A website as users type it, with or without a scheme; stored as typed. */
export const website = sound
  .trim()
  .max(500)
  .regex(/^(https?:\/\/)?[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i, 'website must be an address such as example.com')

/**
 * Returns whether an instant has a four-digit year in UTC, the only kind that PostgreSQL reads. Other checks report
 * invalid dates.
 */
export function hasPlainYear(date: Date): boolean {
  const year = date.getUTCFullYear()
  return !(year < 1 || year > 9999)
}

export const instant = z.iso
  .datetime({ offset: true })
  .refine((typed) => hasPlainYear(new Date(typed)), 'the year must be from 1 to 9999')

export const timeZone = z.string().max(64).refine(isTimeZone, 'timeZone must be a time zone such as Europe/Berlin')

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

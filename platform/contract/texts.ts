import { z } from 'zod'

/** A string that PostgreSQL can hold, in JSON too: without the NUL character and without half of any other. */
export const sound = z
  .string()
  .regex(/^[^\0]*$/, 'must not contain the NUL character')
  .regex(/^\P{Cs}*$/u, 'must be valid Unicode')
export const text = (max: number) => sound.trim().min(1).max(max)
/** No more than what can be an address, but nothing invisible, so that no two addresses look the same by it. */
export const email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@\p{C}]+@([^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u, 'email must be a valid email')
export const password = z
  .string()
  .min(8, 'password must be at least 8 characters')
  .max(256, 'password must be at most 256 characters')

/** The key of a link in a mail: 256 random bits. Whatever else is sent is one fault, as a key that is not known. */
export const incorrectCode = 'Incorrect code provided'
export const mailCode = z.string(incorrectCode).regex(/^[\w-]{43}$/, incorrectCode)

/** What a person types for a website: with or without a scheme; kept as typed. */
export const website = sound
  .trim()
  .max(500)
  .regex(/^(https?:\/\/)?[^\s/?#.]+(\.[^\s/?#.]+)+([/?#]\S*)?$/i, 'website must be an address such as example.com')

/**
 * Whether an instant has a year that is written with four digits in UTC too: PostgreSQL reads no other. What is no instant
 * is left to whoever says so.
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

/** The pattern of an email address (SPEC 5). */
const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Returns whether a typed text is an email address. */
export function isAddress(typed: string): boolean {
  return pattern.test(typed.trim())
}

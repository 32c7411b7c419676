import { email } from '#platform/contract/texts.ts'

/** Normalizes an address verified by a provider; null if it isn't valid here. */
export function provenEmail(address: string | undefined): string | null {
  const parsed = email.safeParse(address)
  return parsed.success ? parsed.data.toLowerCase() : null
}

import { email } from '#platform/contract/texts.ts'

/** An address that a provider vouches for, as ours are kept; null for one that ours could not be. */
export function provenEmail(address: string | undefined): string | null {
  const parsed = email.safeParse(address)
  return parsed.success ? parsed.data.toLowerCase() : null
}

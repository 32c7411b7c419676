import { createHash } from 'node:crypto'

/** Returns the stored digest of a 256-bit random secret. It can't be guessed, so a plain hash is enough. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

import { createHash } from 'node:crypto'

/** What is kept of a secret of 256 random bits: nothing in it could be tried, so that a plain hash is enough. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'

/** Returns the digest under which `sending` remembers who got a first message: names are no longer known from it. */
export function contactDigest(handle: string): Buffer {
  return createHash('sha256').update(`first message to ${handle.toLowerCase()}`).digest()
}

/** Returns the same digest of a column with names, for queries. */
export function contactDigestOf(handle: SQL): SQL {
  return sql`sha256(convert_to('first message to ' || lower(${handle}), 'UTF8'))`
}

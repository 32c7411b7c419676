import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/ctx.ts'

/** Returns the keyed digest of a short code: with read access to the table, codes still can't be tried out. */
export function codeDigest({ secrets }: Ctx, browserDigest: string, code: string): string {
  const [newest] = secrets
  if (newest === undefined) throw new Error('no secret to sign with')
  return createHmac('sha256', newest).update(`code of ${browserDigest}: ${code}`).digest('base64url')
}

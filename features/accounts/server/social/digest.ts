import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/ctx.ts'

/** What is kept of a short code: whoever can read the table still can't try all codes. */
export function codeDigest({ secrets }: Ctx, browserDigest: string, code: string): string {
  const [newest] = secrets
  if (newest === undefined) throw new Error('no secret to sign with')
  return createHmac('sha256', newest).update(`code of ${browserDigest}: ${code}`).digest('base64url')
}

import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { incorrectCode, invalidToken } from '#platform/contract/texts.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { userCode } from './tables.ts'

type CodeRow = typeof userCode.$inferSelect
export type Purpose = CodeRow['purpose']

/** The minutes until a code expires. A password reset is done at once; a confirmation can wait until the next day. */
export const codeMinutes: Record<Purpose, number> = { reset: 60, confirmation: 24 * 60, change: 24 * 60 }

export interface IssuedCode {
  code: string
  expiresAt: Date
}

/**
 * Issues a code to a user for one purpose and email address, replacing the previous one. For an unknown user (null) it
 * does the same work, and the code is invalid.
 */
export async function issueCode(
  ctx: Ctx,
  tx: Transaction,
  { userId, purpose, email }: { userId: string | null; purpose: Purpose; email: string },
): Promise<IssuedCode> {
  const code = ctx.secret()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + codeMinutes[purpose] * 60_000)
  await tx.execute(sql`
    insert into user_code (user_id, purpose, digest, email, created_at, expires_at)
    select ${userId}::uuid, ${purpose}, ${digestOf(code)}, ${email}, ${now.toISOString()}::timestamptz,
      ${expiresAt.toISOString()}::timestamptz
    where ${userId}::uuid is not null
    on conflict (user_id, purpose) do update set
      digest = excluded.digest, email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at`)
  return { code, expiresAt }
}

/**
 * Consumes a code; of several concurrent requests, one succeeds. First locks its user until the transaction ends, like
 * every change of an account: a code deleted in the meantime is invalid. Throws ValidationError for any invalid code.
 */
export async function consumeCode(
  ctx: Ctx,
  tx: Transaction,
  code: string,
  purposes: readonly Purpose[],
): Promise<CodeRow> {
  const good = and(inArray(userCode.purpose, [...purposes]), gt(userCode.expiresAt, ctx.now()))
  const wanted = and(eq(userCode.digest, digestOf(code)), good)
  const userIds = tx.select({ userId: userCode.userId }).from(userCode).where(wanted)
  await tx.select({ id: user.id }).from(user).where(inArray(user.id, userIds)).for('no key update')
  const [row] = await tx.delete(userCode).where(wanted).returning()
  if (!row) throw invalidCode(purposes)
  return row
}

/** Invalidates all codes emailed to a user. */
export async function deleteCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(userCode).where(eq(userCode.userId, userId))
}

/** Returns the error for a code that is no good for any of these purposes. */
export function invalidCode(purposes: readonly Purpose[]): ApiError {
  return new ApiError('ValidationError', purposes.includes('reset') ? incorrectCode : invalidToken)
}

import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { EmailChange } from '../contract.ts'
import { userCode } from './tables.ts'

/** Returns the new address that the signed-in user requested but hasn't confirmed; null if there is none. */
export async function readEmailChange(ctx: Ctx): Promise<EmailChange | null> {
  const [row] = await transaction(ctx, (tx) =>
    tx
      .select({ email: userCode.email, expiresAt: userCode.expiresAt })
      .from(userCode)
      .where(and(changeOf(signedInId(ctx)), gt(userCode.expiresAt, ctx.now()))),
  )
  return row ? { email: row.email, expiresAt: row.expiresAt.toISOString() } : null
}

/** Cancels the change of address and invalidates the emailed link. */
export async function dropEmailChange(ctx: Ctx): Promise<void> {
  await transaction(ctx, (tx) => tx.delete(userCode).where(changeOf(signedInId(ctx))))
}

function changeOf(userId: string) {
  return and(eq(userCode.userId, userId), eq(userCode.purpose, 'change'))
}

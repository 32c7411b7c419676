import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { unconfirmedEmail } from '#platform/server/permissions/refusals.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'

/** Throws ForbiddenError unless the acting user has confirmed their email address (DECISIONS 8): "upload files". */
export async function requireConfirmed(ctx: Ctx, tx: Transaction, what: string): Promise<void> {
  const confirmed = and(eq(user.id, signedInId(ctx)), isNotNull(user.confirmedAt))
  const [row] = await tx.select({ id: user.id }).from(user).where(confirmed)
  if (!row) throw unconfirmedEmail(what)
}

import { eq } from 'drizzle-orm'
import { isInternalAdmin } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'

/** An internal admin as audit entries name them. */
export interface Admin {
  id: string
  email: string
}

/** Returns the internal admin who asks. Throws NotFoundError for everyone else, as for an unknown address. */
export async function requireAdmin(ctx: Ctx, tx: Transaction): Promise<Admin> {
  const { userId, acting } = presentActor(ctx)
  const [row] = await tx.select({ id: user.id, email: user.email }).from(user).where(eq(user.id, userId))
  if (!row || acting || !(await isInternalAdmin(ctx, tx))) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Does the same in a transaction of its own. */
export function readAdmin(ctx: Ctx): Promise<Admin> {
  return readOnly(ctx, (tx) => requireAdmin(ctx, tx))
}

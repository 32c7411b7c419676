import { and, eq, isNull } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { UserRow } from '../users.ts'

/** Returns the signed-in user's row, locked until the transaction ends. Throws UnauthorizedError if it is gone. */
export async function lockSignedIn(ctx: Ctx, tx: Transaction): Promise<UserRow> {
  const own = and(eq(user.id, presentActor(ctx).userId), isNull(user.blockedAt))
  const [row] = await tx.select().from(user).where(own).for('no key update')
  if (!row) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  return row
}

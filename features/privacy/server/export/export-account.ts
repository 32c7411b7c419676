import { and, eq, isNull } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Export } from '../../contract.ts'
import { insertExport, presentExport, requestedExport } from './exports.ts'

/**
 * Queues an export of an account for an internal admin, who may download it. The user sees it in their account settings
 * too. Throws NotFoundError if the account is gone.
 */
export async function exportAccountOf(
  ctx: Ctx,
  tx: Transaction,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<Export> {
  const isOpen = and(eq(user.id, userId), isNull(user.blockedAt))
  const [row] = await tx.select({ id: user.id }).from(user).where(isOpen).for('no key update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return presentExport(await insertExport(ctx, tx, userId, { kind: 'account', projectId: null }, adminId))
}

/** Returns the latest export of an account that an internal admin asked for, or null. */
export async function requestedExportOf(ctx: Ctx, tx: Transaction, userId: string): Promise<Export | null> {
  const row = await requestedExport(ctx, tx, userId)
  return row && presentExport(row)
}

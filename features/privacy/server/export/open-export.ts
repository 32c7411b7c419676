import { isInternalAdmin } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isActing, signedInId } from '#platform/server/permissions/signed-in.ts'
import { exportOf, openedBy } from './exports.ts'
import { readExportFile } from './files.ts'

/**
 * Opens an export's file for its requester, who may be an internal admin, but never for an admin who acts as the user. A project's export also requires that they may still see the whole project.
 * Throws NotFoundError, and ConflictError if it isn't done.
 */
export async function openExport(ctx: Ctx, { id }: { id: string }) {
  const userId = signedInId(ctx)
  if (isActing(ctx)) throw new ApiError('ForbiddenError', "You can't download this while acting as another user.")
  const row = await transaction(ctx, async (tx) =>
    (await isInternalAdmin(ctx, tx)) ? openedBy(ctx, tx, userId, id) : exportOf(ctx, tx, userId, id),
  )
  if (row.projectId !== null) requireRight(ctx, row.projectId, 'readAudit')
  if (row.state !== 'done') throw new ApiError('ConflictError', 'This export is not finished.', { state: row.state })
  const file = await readExportFile(ctx, row)
  if (!file) throw new ApiError('NotFoundError', 'This file is no longer available. Start a new export.')
  const name = `earshot-${row.kind}-${row.createdAt.toISOString().slice(0, 10)}.ndjson`
  return { ...file, name }
}

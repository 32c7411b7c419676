import { mayUseArchivesFolder } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { ArchiveFile } from '../../contract.ts'
import { archivesIn } from './folder.ts'

/** Throws unless the actor may list and import from the archives folder. */
export async function requireArchivesFolder(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  requireRight(ctx, projectId, 'import')
  if (await mayUseArchivesFolder(ctx, tx, projectId)) return
  const message = 'Only admins of this server can import from its archives folder. Upload the file instead.'
  throw new ApiError('ForbiddenError', message, { reason: 'notAdmin' })
}

/** Lists the files in the operator's archives folder for users who may import them into the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  return archivesIn(ctx.dataDir)
}

import { may } from '#engine/rules/access.ts'
import { hasInternalAdmin } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { isLoopback } from '#platform/server/loopback.ts'
import { requireRight, roleIn } from '#platform/server/permissions/rights.ts'
import type { ArchiveFile } from '../../contract.ts'
import { archivesIn } from './folder.ts'

/**
 * Tells whether the acting user may import the operator's archives folder into a project: internal admins may, where
 * their role in the project lets them import. Where Earshot is reached on this machine alone and no admin is named,
 * whoever owns the project counts as the operator. Throws NotFoundError for somebody who isn't a member.
 */
export async function mayUseArchivesFolder(ctx: Ctx, tx: Transaction, projectId: string): Promise<boolean> {
  const { actor, adminEmails, publicUrl } = ctx
  if (actor.kind !== 'user') return actor.kind === 'job'
  const role = roleIn(ctx, projectId)
  if (adminEmails.length === 0) return role === 'owner' && isLoopback(publicUrl)
  return may(role, 'import') && (await hasInternalAdmin(ctx, tx, [actor.userId]))
}

/** Throws unless the acting user may list and import the archives folder. */
export async function requireArchivesFolder(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  requireRight(ctx, projectId, 'import')
  if (await mayUseArchivesFolder(ctx, tx, projectId)) return
  const message = 'Only admins of this server can import from its archives folder. Upload the file instead.'
  throw new ApiError('ForbiddenError', message, { reason: 'notAdmin' })
}

/** Lists the files in the operator's archives folder, for those who may import them into the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  return archivesIn(ctx.dataDir)
}

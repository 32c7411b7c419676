import type { ArchiveFile } from '@earshot/contract/entities'
import type { Ctx } from '../ctx.ts'
import { archivesIn } from '../features/import/folder.ts'
import { requireRight } from '../features/project/rights.ts'

/** The archives that the operator put where the app may bring them in from, for those who may do that in the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  requireRight(ctx, projectId, 'import')
  return archivesIn(ctx.dataDir)
}

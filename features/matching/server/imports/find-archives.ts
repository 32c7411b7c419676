import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { ArchiveFile } from '../../contract.ts'
import { archivesIn } from './folder.ts'
import { requireArchivesFolder } from './require-archives-folder.ts'

/** Lists the files in the operator's archives folder, for those who may import them into the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  return archivesIn(ctx.dataDir)
}

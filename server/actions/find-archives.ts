import type { ArchiveFile } from '#contract/entities.ts'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { archivesIn } from '../features/import/folder.ts'
import { requireArchivesFolder } from './require-archives-folder.ts'

/** Lists the files in the operator's archives folder, for those who may import them into the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  return archivesIn(ctx.dataDir)
}

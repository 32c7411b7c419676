import type { ArchiveFile } from '#contract/entities.ts'
import type { Ctx } from '#server/ctx.ts'
import { transaction } from '#server/db/database.ts'
import { archivesIn } from './folder.ts'
import { requireArchivesFolder } from './require-archives-folder.ts'

/** Lists the files in the operator's archives folder, for those who may import them into the project. */
export async function findArchives(ctx: Ctx, { projectId }: { projectId: string }): Promise<ArchiveFile[]> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  return archivesIn(ctx.dataDir)
}

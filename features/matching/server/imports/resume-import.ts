import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { chunkLength, type Import } from '../../contract.ts'
import { countChunks } from './chunks.ts'
import { type ImportRow, lockImport, presentImport, writeImport } from './imports.ts'
import { requireArchivesFolder } from './require-archives-folder.ts'
import { requireKeepable } from './room.ts'

/** Lets an import that was stopped go on where it was. */
export async function resumeImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    if (row.state === 'uploading' || row.state === 'waiting' || row.state === 'running') return presentImport(row)
    if (row.state !== 'stopped') throw new ApiError('ConflictError', 'This import is over', { state: row.state })
    return presentImport(await goOn(ctx, tx, row))
  })
}

/** An upload whose pieces are not all there waits for the next one, everything else for its turn to be read. */
export async function goOn(ctx: Ctx, tx: Transaction, row: ImportRow & { projectId: string }): Promise<ImportRow> {
  await requireKeepable(tx, row.projectId)
  if (row.origin === 'path') await requireArchivesFolder(ctx, tx, row.projectId)
  const pieces = row.origin === 'upload' ? await countChunks(tx, row.id) : 0
  const isWhole = row.origin !== 'upload' || chunkLength(row.bytesTotal, pieces) === 0
  const written = await writeImport(ctx, tx, row, { state: isWhole ? 'waiting' : 'uploading', fault: null })
  if (isWhole) await ctx.queue.send(tx, 'import', { importId: row.id })
  await announce(ctx, tx, 'imports', [row.projectId], row.id)
  await audit(ctx, tx, { projectId: row.projectId, action: 'import.resume', subjectId: row.id })
  return written
}

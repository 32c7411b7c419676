import { requireConfirmed } from '#features/accounts/server/confirmed.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireFreeSpace } from '#platform/server/free-space.ts'
import { chunkLength, type Import } from '../../contract.ts'
import { insertChunk } from './chunks.ts'
import { type ImportRow, lockImport, nextChunk, presentImport, writeImport } from './imports.ts'
import { reserveUpload } from './upload-limits.ts'

/**
 * Takes the next piece of an upload. One that is there already changes nothing, so that whoever heard no answer may send
 * it again; the answer says which is next. With the last piece the import waits for its turn.
 */
export async function putImportChunk(
  ctx: Ctx,
  { id, number, bytes }: { id: string; number: number; bytes: Buffer },
): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    await requireConfirmed(ctx, tx, 'upload files')
    if (isThere(row, number, bytes)) return presentImport(row)
    await requireSpace(ctx, tx, row, number)
    await insertChunk(tx, id, number, bytes)
    const bytesDone = row.bytesDone + bytes.length
    const isWhole = bytesDone === row.bytesTotal
    const written = await writeImport(ctx, tx, row, isWhole ? { state: 'waiting', bytesDone: 0 } : { bytesDone })
    if (isWhole) await ctx.queue.send(tx, 'import', { importId: id })
    await announce(ctx, tx, 'imports', [row.projectId], id)
    return presentImport(written)
  })
}

/** The first chunk takes the room for the whole upload; the disk may fill up by others before the last one comes. */
async function requireSpace(ctx: Ctx, tx: Transaction, row: ImportRow, number: number): Promise<void> {
  await requireFreeSpace(ctx, row.bytesTotal - row.bytesDone)
  if (number === 0) await reserveUpload(tx, row)
}

/** Throws where the piece is not the one that is next, and not one before it either. */
function isThere(row: ImportRow, number: number, bytes: Buffer): boolean {
  if (row.state !== 'uploading') {
    throw new ApiError('ConflictError', 'This import takes no more pieces', { state: row.state })
  }
  const next = nextChunk(row)
  const length = chunkLength(row.bytesTotal, number)
  if (length === 0) throw new ApiError('ValidationError', 'This upload has no such piece', { nextChunk: next })
  if (bytes.length !== length) {
    throw new ApiError('ValidationError', `This piece must have ${length} bytes`, { nextChunk: next })
  }
  if (number > next) throw new ApiError('ConflictError', `Piece ${next} is next`, { nextChunk: next })
  return number < next
}

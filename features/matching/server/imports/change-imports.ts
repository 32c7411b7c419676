import type { z } from 'zod'
import { requireConfirmed } from '#features/accounts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireFreeSpace } from '#platform/server/free-space.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { lockProject } from '#platform/server/tenancy/lock-project.ts'
import { chunkLength, type Import, type ImportCreate } from '../../contract.ts'
import { requireArchivesFolder } from './archives-folder.ts'

import { countChunks, insertChunk } from './chunks.ts'
import { archiveNamed } from './folder.ts'
import {
  findSameArchive,
  type ImportRow,
  insertImport,
  lockImport,
  nextChunk,
  presentImport,
  writeImport,
} from './imports.ts'
import { requireRoom, requireStorageRoom } from './room.ts'
import { requireUploadRoom, reserveUpload } from './upload-limits.ts'

/**
 * Starts an import into one project: an upload waits for its chunks, a file from the archives folder is queued. Resumes
 * an interrupted upload of the same file.
 */
export async function createImport(ctx: Ctx, input: z.output<typeof ImportCreate>): Promise<Import> {
  const { project: projectId, again, ...archive } = input
  requireRight(ctx, projectId, 'import')
  const { bytesTotal, fingerprint } =
    archive.origin === 'upload' ? archive : await fileInFolder(ctx, projectId, archive.name)
  return transaction(ctx, async (tx) => {
    if (archive.origin === 'upload') await requireConfirmed(ctx, tx, 'upload files')
    // Serializes requests for the same file, so that the second finds the import that the first created.
    await lockProject(ctx, tx, projectId)
    const same = await findSameArchive(tx, projectId, fingerprint)
    if (same?.state === 'uploading') return presentImport(same)
    if (same?.state === 'stopped') return presentImport(await resume(ctx, tx, { ...same, projectId }))
    if (same) refuseAgain(same, again)
    await requireRoom(tx, projectId)
    const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
    // Fails early, before any chunk is sent; the upload counts toward the limit from its first chunk on.
    if (archive.origin === 'upload') await requireUploadRoom(tx, { bytesTotal, createdBy })
    const state = archive.origin === 'upload' ? 'uploading' : 'waiting'
    const { origin, name } = archive
    const row = await insertImport(ctx, tx, { projectId, origin, name, bytesTotal, fingerprint, state, createdBy })
    if (state === 'waiting') await ctx.queue.send(tx, 'import', { importId: row.id })
    await announce(ctx, tx, 'imports', [projectId], row.id)
    await audit(ctx, tx, {
      projectId,
      action: 'import.create',
      subjectId: row.id,
      details: { name, origin, bytesTotal },
    })
    return presentImport(row)
  })
}

async function fileInFolder(
  ctx: Ctx,
  projectId: string,
  name: string,
): Promise<{ bytesTotal: number; fingerprint: string }> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  const found = await archiveNamed(ctx.dataDir, name)
  if (!found) throw new ApiError('ValidationError', 'This file is not in the archives folder')
  if (found.bytes === 0) throw new ApiError('ValidationError', 'The file is empty')
  return { bytesTotal: found.bytes, fingerprint: found.fingerprint }
}

function refuseAgain({ id, state }: ImportRow, again: boolean): void {
  if (state === 'waiting' || state === 'running') {
    throw new ApiError('ConflictError', 'This file is already being imported', { import: id, state })
  }
  if (state === 'done' && !again) {
    throw new ApiError('ConflictError', 'This file was already imported', { import: id, state })
  }
}

/**
 * Stores the next chunk of an upload. A chunk that was already received changes nothing, so that clients can retry; the
 * response gives the next number. After the last chunk, the import is queued.
 */
export async function putImportChunk(
  ctx: Ctx,
  { id, number, bytes }: { id: string; number: number; bytes: Buffer },
): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    await requireConfirmed(ctx, tx, 'upload files')
    if (hasChunk(row, number, bytes)) return presentImport(row)
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

/** Reserves space for the whole upload with its first chunk. Each chunk checks the disk, which others may fill up. */
async function requireSpace(ctx: Ctx, tx: Transaction, row: ImportRow, number: number): Promise<void> {
  await requireFreeSpace(ctx, row.bytesTotal - row.bytesDone)
  if (number === 0) await reserveUpload(tx, row)
}

/** Returns whether the chunk was already received. Throws if it is neither the next chunk nor an earlier one. */
function hasChunk(row: ImportRow, number: number, bytes: Buffer): boolean {
  if (row.state !== 'uploading') {
    throw new ApiError('ConflictError', 'This import no longer accepts chunks', { state: row.state })
  }
  const next = nextChunk(row)
  const length = chunkLength(row.bytesTotal, number)
  if (length === 0)
    throw new ApiError('ValidationError', 'This upload has no chunk with that number', { nextChunk: next })
  if (bytes.length !== length) {
    throw new ApiError('ValidationError', `This chunk must be ${length} bytes`, { nextChunk: next })
  }
  if (number > next) throw new ApiError('ConflictError', `The next chunk is ${next}`, { nextChunk: next })
  return number < next
}

/** Stops an import after the current batch. Imported posts are kept, and the import can be resumed. */
export async function stopImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    if (row.state === 'stopped') return presentImport(row)
    if (row.state !== 'uploading' && row.state !== 'waiting' && row.state !== 'running') {
      throw new ApiError('ConflictError', 'This import has ended', { state: row.state })
    }
    const written = await writeImport(ctx, tx, row, { state: 'stopped', fault: null })
    await announce(ctx, tx, 'imports', [row.projectId], id)
    await audit(ctx, tx, { projectId: row.projectId, action: 'import.stop', subjectId: id })
    return presentImport(written)
  })
}

/** Resumes a stopped import. */
export async function resumeImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    requireRight(ctx, row.projectId, 'import')
    if (row.state === 'uploading' || row.state === 'waiting' || row.state === 'running') return presentImport(row)
    if (row.state !== 'stopped') throw new ApiError('ConflictError', 'This import has ended', { state: row.state })
    return presentImport(await resume(ctx, tx, row))
  })
}

/** Continues an incomplete upload with its next chunk, and queues everything else. */
async function resume(ctx: Ctx, tx: Transaction, row: ImportRow & { projectId: string }): Promise<ImportRow> {
  await requireStorageRoom(tx, row.projectId)
  if (row.origin === 'path') await requireArchivesFolder(ctx, tx, row.projectId)
  const pieces = row.origin === 'upload' ? await countChunks(tx, row.id) : 0
  const isWhole = row.origin !== 'upload' || chunkLength(row.bytesTotal, pieces) === 0
  const written = await writeImport(ctx, tx, row, { state: isWhole ? 'waiting' : 'uploading', fault: null })
  if (isWhole) await ctx.queue.send(tx, 'import', { importId: row.id })
  await announce(ctx, tx, 'imports', [row.projectId], row.id)
  await audit(ctx, tx, { projectId: row.projectId, action: 'import.resume', subjectId: row.id })
  return written
}

/** Queues the removal of everything that an import added, except posts that users decided on (purge-import.ts). */
export async function deleteImport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockImport(ctx, tx, id)
    const { projectId, name, itemsNew } = row
    requireRight(ctx, projectId, 'import')
    if (row.state === 'purging') return
    await writeImport(ctx, tx, row, { state: 'purging', fault: null })
    await ctx.queue.send(tx, 'purge', { importId: id })
    await announce(ctx, tx, 'imports', [projectId], id)
    await audit(ctx, tx, { projectId, action: 'import.delete', subjectId: id, details: { name, itemsNew } })
  })
}

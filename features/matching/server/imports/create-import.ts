import type { z } from 'zod'
import { requireConfirmed } from '#features/accounts/server/confirmed.ts'
import { lockProject } from '#features/projects/server/projects.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Import, ImportCreate } from '../../contract.ts'
import { archiveNamed } from './folder.ts'
import { type ImportRow, insertImport, presentImport, sameArchive } from './imports.ts'
import { requireArchivesFolder } from './require-archives-folder.ts'
import { goOn } from './resume-import.ts'
import { requireRoom } from './room.ts'
import { requireUploadRoom } from './upload-limits.ts'

/**
 * Begins to bring an archive in for one project: an upload waits for its pieces, a file of the server's folder for its
 * turn. An upload of the same file that was cut off goes on where it was.
 */
export async function createImport(ctx: Ctx, input: z.output<typeof ImportCreate>): Promise<Import> {
  const { project: projectId, again, ...given } = input
  requireRight(ctx, projectId, 'import')
  const { bytesTotal, fingerprint } = given.origin === 'upload' ? given : await inFolder(ctx, projectId, given.name)
  return transaction(ctx, async (tx) => {
    if (given.origin === 'upload') await requireConfirmed(ctx, tx, 'upload files')
    // Two requests for the same file follow each other, so that the second finds what the first began.
    await lockProject(ctx, tx, projectId)
    const same = await sameArchive(tx, projectId, fingerprint)
    if (same?.state === 'uploading') return presentImport(same)
    if (same?.state === 'stopped') return presentImport(await goOn(ctx, tx, { ...same, projectId }))
    if (same) refuseAgain(same, again)
    await requireRoom(tx, projectId)
    const createdBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null
    // Told before anything is sent; it counts from the first chunk on.
    if (given.origin === 'upload') await requireUploadRoom(tx, { bytesTotal, createdBy })
    const state = given.origin === 'upload' ? 'uploading' : 'waiting'
    const { origin, name } = given
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

async function inFolder(
  ctx: Ctx,
  projectId: string,
  name: string,
): Promise<{ bytesTotal: number; fingerprint: string }> {
  await transaction(ctx, (tx) => requireArchivesFolder(ctx, tx, projectId))
  const found = await archiveNamed(ctx.dataDir, name)
  if (!found) throw new ApiError('ValidationError', 'There is no such file in the archives folder')
  if (found.bytes === 0) throw new ApiError('ValidationError', 'The file is empty')
  return { bytesTotal: found.bytes, fingerprint: found.fingerprint }
}

function refuseAgain({ id, state }: ImportRow, again: boolean): void {
  if (state === 'waiting' || state === 'running') {
    throw new ApiError('ConflictError', 'This file is being brought in already', { import: id, state })
  }
  if (state === 'done' && !again) {
    throw new ApiError('ConflictError', 'This file was brought in before', { import: id, state })
  }
}

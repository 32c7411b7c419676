import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { hasFreeSpace } from '#platform/server/free-space.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { imported } from '../tables.ts'
import { type Archive, type ArchiveBytes, readArchive, reasonOf } from './archive.ts'
import { removeChunks, uploadedBytes } from './chunks.ts'
import { archiveNamed, openNamed } from './folder.ts'
import { importArchive } from './import-archive.ts'
import type { ImportRow } from './imports.ts'
import { claimImport, endRun } from './progress.ts'
import { keptBytes, keptBytesMax, projectFull } from './room.ts'
import { runExclusively } from './run-exclusively.ts'

/** The unpacked bytes allowed for any archive, and the allowed ratio to its size. Dumps have a ratio of about 15. */
const unpackedAlways = 1e9
const unpackedTimes = 100
/** How long an import runs while one of another project waits. */
const turnMs = 120_000

/** The delay before an import that waits for disk space tries again. */
const roomSeconds = 30
const noRoom = "The server's disk is almost full. The import resumes once there is space."

/**
 * Imports an archive from an upload or from the archives folder. Pauses when the process shuts down, when the disk is
 * almost full, or after a while if another project waits. Each pause queues the import again.
 */
export async function runImport(
  ctx: Ctx,
  { importId }: Jobs['import'],
  { unpackedLeast = unpackedAlways } = {},
): Promise<void> {
  if (!(await hasFreeSpace(ctx))) return waitForRoom(ctx, importId)
  await runExclusively(ctx, importId, async () => {
    const row = await transaction(ctx, (tx) => claimImport(ctx, tx, importId, ['waiting', 'running']))
    if (row) await run(ctx, row, unpackedLeast)
    await removeReadChunks(ctx, importId)
    return true
  })
}

async function run(ctx: Ctx, row: ImportRow, unpackedLeast: number): Promise<void> {
  const archive = await openArchiveOf(ctx, row, unpackedLeast)
  if ('fault' in archive) return fail(ctx, row, archive.fault)
  const turn = openTurn(ctx, row, archive.opened)
  await importArchive(ctx, row, archive.opened, {
    pause: async () => {
      if (!(await hasFreeSpace(ctx))) return { state: 'waiting', fault: noRoom, afterSeconds: roomSeconds }
      if (ctx.stopping.aborted || (await turn.isOver())) return { state: 'waiting', fault: null }
      return (await isFull(ctx, row)) ? { state: 'stopped', fault: projectFull } : null
    },
  })
}

/** Postpones an import until there may be disk space. */
async function waitForRoom(ctx: Ctx, importId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [row] = await tx
      .update(imported)
      .set({ state: 'waiting', fault: noRoom, updatedAt: ctx.now() })
      .where(and(eq(imported.id, importId), inArray(imported.state, ['waiting', 'running'])))
      .returning({ projectId: imported.projectId })
    if (!row) return
    await ctx.queue.send(tx, 'import', { importId }, { afterSeconds: roomSeconds })
    if (row.projectId) await announce(ctx, tx, 'imports', [row.projectId], importId)
  })
}

/** Returns an archive's turn, which ends after a while if another waits. It starts after the lines of earlier runs. */
function openTurn(ctx: Ctx, row: ImportRow, archive: Archive): { isOver(): Promise<boolean> } {
  let startedAt: number | null = null
  let checkedAt = 0
  return {
    isOver: async () => {
      if (archive.linesRead() <= row.linesDone) return false
      const now = ctx.now().getTime()
      startedAt ??= now
      if (now - startedAt < turnMs || now - checkedAt < turnMs / 20) return false
      checkedAt = now
      return hasWaitingOthers(ctx, row)
    },
  }
}

async function isFull(ctx: Ctx, { projectId }: ImportRow): Promise<boolean> {
  if (projectId === null) return false
  return (await transaction(ctx, (tx) => keptBytes(tx, projectId))) >= keptBytesMax
}

async function openArchiveOf(
  ctx: Ctx,
  row: ImportRow,
  unpackedLeast: number,
): Promise<{ opened: Archive } | { fault: string }> {
  try {
    const source = row.origin === 'upload' ? await uploadedBytes(ctx, row) : await archiveInFolder(ctx, row)
    const maxUnpackedBytes = Math.max(unpackedLeast, unpackedTimes * source.totalBytes)
    return { opened: readArchive(source, { skipLines: row.linesDone, maxUnpackedBytes }) }
  } catch (error) {
    if (row.origin === 'path' || !(error instanceof Error && 'code' in error)) return { fault: reasonOf(error) }
    throw error
  }
}

async function archiveInFolder({ dataDir }: Ctx, { name, fingerprint }: ImportRow): Promise<ArchiveBytes> {
  const found = await archiveNamed(dataDir, name)
  const source = found?.fingerprint === fingerprint ? await openNamed(dataDir, name) : null
  if (!source) throw new Error('the file was removed from the archives folder or replaced')
  return source
}

async function fail(ctx: Ctx, row: ImportRow, fault: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await endRun(ctx, tx, row, { state: 'failed', fault: `The archive can't be read: ${fault}` })
    if (row.projectId !== null) await announce(ctx, tx, 'imports', [row.projectId], row.id)
  })
}

/** Returns whether an import of another project is waiting. */
async function hasWaitingOthers(ctx: Ctx, row: ImportRow): Promise<boolean> {
  const isOfOthers = or(
    sql`${imported.projectId} is null`,
    row.projectId === null ? undefined : ne(imported.projectId, row.projectId),
  )
  return transaction(ctx, async (tx) => {
    const waiting = await tx
      .select({ id: imported.id })
      .from(imported)
      .where(and(eq(imported.state, 'waiting'), isOfOthers))
      .limit(1)
    return waiting.length > 0
  })
}

/** Removes the chunks of a finished upload. After a crash before this, the job's retry removes them. */
async function removeReadChunks(ctx: Ctx, importId: string): Promise<void> {
  const isOver = await transaction(ctx, async (tx) => {
    const [row] = await tx.select({ state: imported.state }).from(imported).where(eq(imported.id, importId))
    return row?.state === 'done' || row?.state === 'failed'
  })
  if (isOver) await removeChunks(ctx, importId)
}

/** Stops an import whose job failed repeatedly, so that it can be resumed once the cause is fixed. */
export async function failImport(ctx: Ctx, { importId }: Jobs['import']): Promise<void> {
  if (!(await hasFreeSpace(ctx))) return waitForRoom(ctx, importId)
  await transaction(ctx, async (tx) => {
    const [row] = await tx
      .update(imported)
      .set({
        state: 'stopped',
        fault: 'A server error stopped this import. Posts imported so far are kept. See the server log for details.',
        updatedAt: ctx.now(),
      })
      .where(and(eq(imported.id, importId), eq(imported.state, 'running')))
      .returning({ projectId: imported.projectId })
    if (row?.projectId) await announce(ctx, tx, 'imports', [row.projectId], importId)
  })
}

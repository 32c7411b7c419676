import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { imported } from '../db/schema.ts'
import { announce } from '../events.ts'
import { alone } from '../features/import/alone.ts'
import { removeChunks, uploadedBytes } from '../features/import/chunks.ts'
import { archiveNamed, openNamed } from '../features/import/folder.ts'
import type { ImportRow } from '../features/import/imports.ts'
import { begin, endRun } from '../features/import/progress.ts'
import type { Jobs } from '../queue.ts'
import { type Archive, readArchive, reasonOf } from '../sources/archive.ts'
import { takeIn } from './take-in.ts'

/** A small file may unpack to endless nonsense; a dump of the largest size that is taken unpacks to a quarter of it. */
const maxUnpackedBytes = 100e9
/** How long an import goes on while one of another project waits. */
const turnMs = 120_000

/**
 * Brings an archive in that was uploaded or lies in the server's folder. It stops where the process is to end, and
 * after a while where another project waits, and goes on later: both enqueue it again.
 */
export async function runImport(ctx: Ctx, { importId }: Jobs['import']): Promise<void> {
  await alone(ctx, importId, async () => {
    const row = await transaction(ctx, (tx) => begin(ctx, tx, importId, ['waiting', 'running']))
    if (row) await run(ctx, row)
    await removeReadChunks(ctx, importId)
    return true
  })
}

async function run(ctx: Ctx, row: ImportRow): Promise<void> {
  const archive = await open(ctx, row)
  if ('fault' in archive) return fail(ctx, row, archive.fault)
  const startedAt = ctx.now().getTime()
  let askedAt = startedAt
  await takeIn(ctx, row, archive.opened, {
    paused: 'waiting',
    pause: async () => {
      if (ctx.stopping.aborted) return true
      const now = ctx.now().getTime()
      if (now - startedAt < turnMs || now - askedAt < turnMs / 20) return false
      askedAt = now
      return othersWait(ctx, row)
    },
  })
}

async function open(ctx: Ctx, row: ImportRow): Promise<{ opened: Archive } | { fault: string }> {
  try {
    const source = row.origin === 'upload' ? await uploadedBytes(ctx, row) : named(ctx, row)
    return { opened: readArchive(source, { skipLines: row.linesDone, maxUnpackedBytes }) }
  } catch (error) {
    if (row.origin === 'path' || !(error instanceof Error && 'code' in error)) return { fault: reasonOf(error) }
    throw error
  }
}

function named({ dataDir }: Ctx, { name, fingerprint }: ImportRow) {
  const isSame = archiveNamed(dataDir, name)?.fingerprint === fingerprint
  const source = isSame ? openNamed(dataDir, name) : null
  if (!source) throw new Error('the file is no longer in the archives folder, or it is another one now')
  return source
}

async function fail(ctx: Ctx, row: ImportRow, fault: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await endRun(ctx, tx, row, { state: 'failed', fault: `The archive can't be read: ${fault}` })
    if (row.projectId !== null) await announce(ctx, tx, 'imports', [row.projectId], row.id)
  })
}

/** Whether an archive of another project waits for its turn. */
async function othersWait(ctx: Ctx, row: ImportRow): Promise<boolean> {
  const whose = or(
    sql`${imported.projectId} is null`,
    row.projectId === null ? undefined : ne(imported.projectId, row.projectId),
  )
  return transaction(ctx, async (tx) => {
    const waiting = await tx
      .select({ id: imported.id })
      .from(imported)
      .where(and(eq(imported.state, 'waiting'), whose))
      .limit(1)
    return waiting.length > 0
  })
}

/** What has been read to its end is not read again. A crash before this is made good by the job's next try. */
async function removeReadChunks(ctx: Ctx, importId: string): Promise<void> {
  const isOver = await transaction(ctx, async (tx) => {
    const [row] = await tx.select({ state: imported.state }).from(imported).where(eq(imported.id, importId))
    return row?.state === 'done' || row?.state === 'failed'
  })
  if (isOver) await removeChunks(ctx, importId)
}

/** What is left of an import whose job failed again and again: it can be gone on with once the cause is mended. */
export async function giveUpImport(ctx: Ctx, { importId }: Jobs['import']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const [row] = await tx
      .update(imported)
      .set({
        state: 'stopped',
        fault: 'A fault on the server stopped it; its log says more. Everything up to there is in',
        updatedAt: ctx.now(),
      })
      .where(and(eq(imported.id, importId), eq(imported.state, 'running')))
      .returning({ projectId: imported.projectId })
    if (row?.projectId) await announce(ctx, tx, 'imports', [row.projectId], importId)
  })
}

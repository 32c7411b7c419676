import { and, eq, exists, inArray, lt, sql } from 'drizzle-orm'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { importChunk, imported } from '../tables.ts'
import { removeChunks } from './chunks.ts'

const expiresAfterMs = 24 * 3_600_000

/**
 * Expires uploads without progress for a day: deletes their chunks, keeps imported posts, and sets the import's fault.
 * The hourly upkeep calls it.
 */
export async function forgetUploads(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - expiresAfterMs)
  await transaction(ctx, async (tx) => {
    const rows = await tx
      .update(imported)
      .set({
        state: 'failed',
        fault:
          'This upload expired after a day without progress. Imported posts are kept. Upload the file again to import the rest.',
        finishedAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .where(and(isUpload, inArray(imported.state, ['uploading', 'stopped']), lt(imported.updatedAt, before)))
      .returning({ id: imported.id, projectId: imported.projectId })
    for (const { id, projectId } of rows) if (projectId) await announce(ctx, tx, 'imports', [projectId], id)
  })
  for (const id of await uploadsOver(ctx)) await removeChunks(ctx, id)
}

/** Returns finished uploads that still have chunks: those that just expired, and leftovers of a crash. */
async function uploadsOver(ctx: Ctx): Promise<string[]> {
  const pieces = exists(sql`(select from ${importChunk} where ${importChunk.importId} = ${imported.id})`)
  return transaction(ctx, async (tx) => {
    const rows = await tx
      .select({ id: imported.id })
      .from(imported)
      .where(and(isUpload, inArray(imported.state, ['done', 'failed']), pieces))
    return rows.map(({ id }) => id)
  })
}

const isUpload = eq(imported.origin, 'upload')

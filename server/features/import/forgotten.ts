import { and, eq, exists, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { importChunk, imported } from '../../db/schema.ts'
import { announce } from '../../events.ts'
import { removeChunks } from './chunks.ts'

const forgottenMs = 7 * 24 * 3_600_000

/**
 * Gives up uploads that nobody has gone on with for a week: their pieces go, whatever was brought in stays, and the row
 * says what happened. Called by the hourly upkeep.
 */
export async function forgetUploads(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - forgottenMs)
  await transaction(ctx, async (tx) => {
    const rows = await tx
      .update(imported)
      .set({
        state: 'failed',
        fault: 'Nobody went on with this upload for a week, so it was given up. What was brought in is kept',
        finishedAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .where(and(isUpload, inArray(imported.state, ['uploading', 'stopped']), lt(imported.updatedAt, before)))
      .returning({ id: imported.id, projectId: imported.projectId })
    for (const { id, projectId } of rows) if (projectId) await announce(ctx, tx, 'imports', [projectId], id)
  })
  for (const id of await uploadsOver(ctx)) await removeChunks(ctx, id)
}

/** Uploads that are over and whose pieces are still there: those just given up, and what a crash has left behind. */
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

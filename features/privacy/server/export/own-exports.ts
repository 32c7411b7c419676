import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { removeOrphans } from '#platform/server/orphans.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { Export } from '../../contract.ts'
import { exportOf, exportsOf, presentExport, removeExport } from './exports.ts'

/** Returns the caller's exports, newest first. */
export async function findExports(ctx: Ctx): Promise<Export[]> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => (await exportsOf(ctx, tx, userId)).map(presentExport))
}

export async function findExport(ctx: Ctx, { id }: { id: string }): Promise<Export> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => presentExport(await exportOf(ctx, tx, userId, id)))
}

/** Deletes an export and its file, or cancels it. */
export async function deleteExport(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const userId = signedInId(ctx)
  await transaction(ctx, async (tx) => removeExport(tx, await exportOf(ctx, tx, userId, id)))
  await removeOrphans(ctx)
}

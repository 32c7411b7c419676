import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockKeyword, removeKeyword } from './keywords.ts'
import { listeningChanged } from './project-watchlist.ts'

/** Takes a keyword away; what was found by it alone is no longer offered after the scan that follows. */
export async function deleteKeyword(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockKeyword(ctx, tx, id)
    const { projectId, query } = row
    requireRight(ctx, projectId, 'changeListening')
    await removeKeyword(tx, row)
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'keyword.delete', subjectId: id, details: { query } })
  })
}

import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { audit } from '../features/audit/audit.ts'
import { lockKeyword, removeKeyword } from '../features/keyword/keywords.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'

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

import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { audit } from '../features/audit/audit.ts'
import { lockCompetitor, removeCompetitor } from '../features/competitor/competitors.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'

/** Takes a competitor away; what was found by it alone is no longer offered after the scan that follows. */
export async function deleteCompetitor(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockCompetitor(ctx, tx, id)
    const { projectId, name } = row
    requireRight(ctx, projectId, 'changeListening')
    await removeCompetitor(tx, row)
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'competitor.delete', subjectId: id, details: { name } })
  })
}

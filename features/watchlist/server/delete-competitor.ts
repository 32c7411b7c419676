import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockCompetitor, removeCompetitor } from './competitors.ts'
import { listeningChanged } from './project-watchlist.ts'

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

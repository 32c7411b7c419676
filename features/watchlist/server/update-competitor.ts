import type { z } from 'zod'
import { requireRoom } from '#features/billing/server/quota-room.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { changesOf } from '#platform/server/database/changes.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Competitor, CompetitorUpdate } from '../contract.ts'
import { lockCompetitor, presentCompetitor, writeCompetitor } from './competitors.ts'
import { listeningChanged } from './project-watchlist.ts'
import { withPauser } from './with-pauser.ts'

/** Renames a competitor, changes its website or by what else it is found, or pauses or resumes it. */
export async function updateCompetitor(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorUpdate> },
): Promise<Competitor> {
  return transaction(ctx, async (tx) => {
    const row = await lockCompetitor(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeListening')
    const changes = changesOf(row, withPauser(data))
    const changed = Object.keys(changes)
    if (changed.length === 0) return presentCompetitor(row)
    const written = await writeCompetitor(ctx, tx, row, changes)
    if (changes.status === 'active') await requireRoom(ctx, tx, projectId, 'competitors')
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, {
      projectId,
      action: 'competitor.update',
      subjectId: id,
      details: changeDetails(row, written, changed),
    })
    return presentCompetitor(written)
  })
}

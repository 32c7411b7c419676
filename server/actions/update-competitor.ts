import type { CompetitorUpdate } from '@earshot/contract/endpoints/listening'
import type { Competitor } from '@earshot/contract/entities'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { changesOf } from '../db/changes.ts'
import { transaction } from '../db/database.ts'
import { audit } from '../features/audit/audit.ts'
import { lockCompetitor, presentCompetitor, writeCompetitor } from '../features/competitor/competitors.ts'
import { listeningChanged } from '../features/project/listening.ts'
import { requireRight } from '../features/project/rights.ts'

/** Renames a competitor, changes its website or by what else it is found, or pauses or resumes it. */
export async function updateCompetitor(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorUpdate> },
): Promise<Competitor> {
  return transaction(ctx, async (tx) => {
    const row = await lockCompetitor(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeListening')
    const changes = changesOf(row, data)
    const changed = Object.keys(changes)
    if (changed.length === 0) return presentCompetitor(row)
    const written = await writeCompetitor(ctx, tx, row, changes)
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'competitor.update', subjectId: id, details: { changed } })
    return presentCompetitor(written)
  })
}

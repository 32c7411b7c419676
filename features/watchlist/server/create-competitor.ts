import type { z } from 'zod'
import { requireRoom } from '#features/billing/server/quota-room.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Competitor, CompetitorCreate } from '../contract.ts'
import { competitorTaken, insertCompetitors, presentCompetitor } from './competitors.ts'
import { listeningChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'
import { withPauser } from './with-pauser.ts'

/** Adds a competitor that the project listens for from now on, and among what is already there. */
export async function createCompetitor(ctx: Ctx, input: z.output<typeof CompetitorCreate>): Promise<Competitor> {
  const { project: projectId, ...values } = input
  requireRight(ctx, projectId, 'changeListening')
  return transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    const [row] = await insertCompetitors(ctx, tx, projectId, [withPauser(values)])
    if (!row) throw competitorTaken()
    if (row.status === 'active') await requireRoom(ctx, tx, projectId, 'competitors')
    await listeningChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'competitor.create', subjectId: row.id, details: { name: row.name } })
    return presentCompetitor(row)
  })
}

import type { z } from 'zod'
import { requireRoom } from '#features/billing/server/index.ts'
import { audit, changeDetails } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { changesOf } from '#platform/server/database/rows/changes.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Competitor, CompetitorCreate, CompetitorUpdate } from '../contract.ts'
import { withPauser } from './change-keywords.ts'
import {
  competitorTaken,
  insertCompetitors,
  lockCompetitor,
  presentCompetitor,
  removeCompetitor,
  writeCompetitor,
} from './competitors.ts'
import { watchlistChanged } from './project-watchlist.ts'
import { takeTurn } from './turn.ts'

/** Adds a competitor to the project's watchlist and backfills the project. */
export async function createCompetitor(ctx: Ctx, input: z.output<typeof CompetitorCreate>): Promise<Competitor> {
  const { project: projectId, ...values } = input
  requireRight(ctx, projectId, 'changeWatchlist')
  return transaction(ctx, async (tx) => {
    await takeTurn(tx, projectId)
    const [row] = await insertCompetitors(ctx, tx, projectId, [withPauser(values)])
    if (!row) throw competitorTaken()
    if (row.status === 'active') await requireRoom(ctx, tx, projectId, 'competitors')
    await watchlistChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'competitor.create', subjectId: row.id, details: { name: row.name } })
    return presentCompetitor(row)
  })
}

/** Renames a competitor, changes its website or by what else it is found, or pauses or resumes it. */
export async function updateCompetitor(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof CompetitorUpdate> },
): Promise<Competitor> {
  return transaction(ctx, async (tx) => {
    const row = await lockCompetitor(ctx, tx, id)
    const { projectId } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    const changes = changesOf(row, withPauser(data))
    const changed = Object.keys(changes)
    if (changed.length === 0) return presentCompetitor(row)
    const written = await writeCompetitor(ctx, tx, row, changes)
    if (changes.status === 'active') await requireRoom(ctx, tx, projectId, 'competitors')
    await watchlistChanged(ctx, tx, projectId)
    await audit(ctx, tx, {
      projectId,
      action: 'competitor.update',
      subjectId: id,
      details: changeDetails(row, written, changed),
    })
    return presentCompetitor(written)
  })
}

/** Deletes a competitor. The backfill that follows removes leads that only this competitor found. */
export async function deleteCompetitor(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockCompetitor(ctx, tx, id)
    const { projectId, name } = row
    requireRight(ctx, projectId, 'changeWatchlist')
    await removeCompetitor(tx, row)
    await watchlistChanged(ctx, tx, projectId)
    await audit(ctx, tx, { projectId, action: 'competitor.delete', subjectId: id, details: { name } })
  })
}

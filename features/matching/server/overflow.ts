import { matchedSources } from '#engine/sources.ts'
import { shareWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { arrivalsOf, isBatch } from './batches.ts'
import { writeMatches } from './candidates.ts'
import { takeFromOverflow } from './overflow-rows.ts'
import { activeProject, finderOf } from './projects.ts'
import { recent } from './tables.ts'

/** Matches one batch of a project's overflow and writes its leads. */
export async function processOverflow(ctx: Ctx, { projectId }: Jobs['overflow']): Promise<void> {
  await transaction(ctx, async (tx) => {
    const key = await takeFromOverflow(tx, projectId)
    if (!key) return
    await shareWatchlist(tx)
    const [batch] = await tx.select().from(recent).where(isBatch(key))
    const project = await activeProject(tx, projectId)
    // The batch expired or was purged, or the project is inactive or no longer uses the source.
    if (!batch || !project || !matchedSources(project.seeing).includes(batch.source)) return
    const finder = finderOf(project)
    const arrivals = await arrivalsOf(tx, batch)
    const now = ctx.now().getTime()
    const found = arrivals.flatMap((arrival) =>
      finder.find(arrival.item, { now }).map((each) => ({ ...each, arrival })),
    )
    await writeMatches(ctx, tx, found, finder)
  })
}

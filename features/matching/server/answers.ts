import { shareWatchlist } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { scoreAgain } from './backfill-rows.ts'
import { activeProject } from './projects.ts'

/**
 * Scores posts of a project again, after a judge has answered on them: the answers may make them leads, or the
 * opposite. A repeated job finds nothing to change.
 */
export async function applyAnswers(ctx: Ctx, { projectId, postIds }: Jobs['answers']): Promise<void> {
  await transaction(ctx, async (tx) => {
    await shareWatchlist(tx)
    const project = await activeProject(tx, projectId)
    if (project) await scoreAgain(ctx, tx, project, postIds)
  })
}

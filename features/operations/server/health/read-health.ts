import { isInternalAdmin } from '#features/billing/server/index.ts'
import { projects } from '#features/projects/server/index.ts'
import { feedsOf } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { HealthReport } from '../../contract.ts'
import { readFailures } from './failures.ts'
import type { ReadFigures } from './figures.ts'
import { healthReport } from './report.ts'

/** Returns the server's health as it concerns a project. All members may read it; internal admins also see its jobs. */
export async function readHealth(
  ctx: Ctx,
  { id, figures }: { id: string; figures: ReadFigures },
): Promise<HealthReport> {
  const role = roleIn(ctx, id)
  const own = await transaction(
    ctx,
    async (tx) => {
      const { realm, sources } = await readOne(ctx, tx, projects, id)
      const isOperator = await isInternalAdmin(ctx, tx)
      return { realm, sources, isOperator, failures: await readFailures(tx, id), feeds: await feedsOf(ctx, tx, id) }
    },
    { onlyProject: id },
  )
  return healthReport(ctx, await figures(ctx), { ...own, role })
}

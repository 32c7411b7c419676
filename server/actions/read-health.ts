import type { HealthReport } from '@earshot/contract/entities'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { readFailures } from '../features/health/failures.ts'
import type { ReadFigures } from '../features/health/figures.ts'
import { healthReport } from '../features/health/report.ts'
import { roleIn } from '../features/project/rights.ts'

/** How the program is doing, as far as it concerns a project. Any member may know. */
export async function readHealth(
  ctx: Ctx,
  { id, figures }: { id: string; figures: ReadFigures },
): Promise<HealthReport> {
  const role = roleIn(ctx, id)
  const failures = await transaction(ctx, (tx) => readFailures(tx, id), { onlyProject: id })
  return healthReport(ctx, await figures(ctx), { failures, role })
}

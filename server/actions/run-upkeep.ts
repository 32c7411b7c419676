import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { forgetEndpoint } from '../features/embedding/health.ts'
import { forgetUploads } from '../features/import/forgotten.ts'
import { heal } from '../heal.ts'
import { keepUp } from '../pipeline/upkeep.ts'
import { forgetWhatIsOver } from './forget-what-is-over.ts'

/** What is to be done every hour, by whichever worker comes to it first. */
export async function runUpkeep(ctx: Ctx): Promise<void> {
  await keepUp(ctx)
  await forgetUploads(ctx)
  if (!ctx.embedding) await transaction(ctx, forgetEndpoint)
  await forgetWhatIsOver(ctx)
  await heal(ctx)
}

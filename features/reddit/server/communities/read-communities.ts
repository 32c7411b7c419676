import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { redditApi } from '../accounts/open.ts'
import { requestListedCommunities } from './community-rows.ts'
import { claimDue, isSharedFailure, readOne, writeReading } from './readings.ts'

/** The number of communities per job. The rest is read in another job, after those that wait. */
const atOnce = 50

/**
 * Reads communities and their rules: those that were requested, listed by a project, or read long ago. Any number of
 * workers can run at once. The claims of a dead one are due again in two minutes.
 */
export async function readCommunities(ctx: Ctx): Promise<void> {
  const api = redditApi(ctx)
  if (!api || !ctx.reddit) return
  const { realm } = ctx.reddit
  await transaction(ctx, (tx) => requestListedCommunities(tx, realm, ctx.now()))
  for (let count = 0; count < atOnce; count++) {
    if (ctx.stopping.aborted) return
    const due = await transaction(ctx, (tx) => claimDue(tx, realm, ctx.now()))
    if (!due) return
    const reading = await readOne(api, due)
    await transaction(ctx, (tx) => writeReading(tx, due.row, reading, ctx.now()))
    if (isSharedFailure(reading)) return
  }
  await transaction(ctx, (tx) => ctx.queue.send(tx, 'communities', {}))
}

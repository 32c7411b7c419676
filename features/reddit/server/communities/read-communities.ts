import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { redditApi } from '../accounts/open.ts'
import { requestListedCommunities } from './community-rows.ts'
import { claimDue, isSharedFailure, readOne, writeReading } from './readings.ts'

/** Then the others get their turn, and what is left is another job. */
const atOnce = 50

/**
 * Reads what communities say of themselves and their rules: those that somebody asked for, that projects list, and that
 * were read long ago. Any number of workers may do so at once; what a dead one had in hand is due again in two minutes.
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

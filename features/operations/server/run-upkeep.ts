import { heal } from '#app/heal.ts'
import { forgetEndpoint } from '#features/leads/server/ranking/embedding-health.ts'
import { lookAtUnusual } from '#features/leads/server/releases.ts'
import { forgetUploads } from '#features/matching/server/imports/forgotten.ts'
import { keepUp } from '#features/matching/server/upkeep.ts'
import { forgetWhatIsOver } from '#features/privacy/server/forget-what-is-over.ts'
import { giveTokensBack } from '#features/reddit/server/accounts/leaving.ts'
import { refreshStandings } from '#features/reddit/server/accounts/standing.ts'
import { forgetUnlisted } from '#features/reddit/server/communities/community-rows.ts'
import { keepToQuotas } from '#features/watchlist/server/keep-to-quotas.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { forgetVisits } from './visits/counts.ts'

/** What is to be done every hour, by whichever worker comes to it first. */
export async function runUpkeep(ctx: Ctx): Promise<void> {
  await keepUp(ctx)
  await forgetUploads(ctx)
  if (!ctx.embedding) await transaction(ctx, forgetEndpoint)
  await forgetWhatIsOver(ctx)
  await transaction(ctx, (tx) => forgetUnlisted(tx, ctx.now()))
  await giveTokensBack(ctx)
  await refreshStandings(ctx)
  await keepToQuotas(ctx)
  await transaction(ctx, (tx) => lookAtUnusual(ctx, tx))
  await transaction(ctx, (tx) => forgetVisits(ctx, tx))
  await heal(ctx)
}

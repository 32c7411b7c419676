import type { z } from 'zod'
import { presentActor } from '#features/accounts/server/signed-in.ts'
import { returnAddress } from '#features/accounts/server/social/apps.ts'
import { connectBudgets } from '#features/accounts/server/social/social-budgets.ts'
import { spend } from '#features/accounts/server/throttle.ts'
import { holdProject } from '#features/projects/server/hold-project.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { RedditAccountConnect } from '../../contract.ts'
import { permissionPage, readingScopes } from '../api/oauth.ts'
import { requireRoomForAccount } from './accounts.ts'
import { beginConnecting } from './connecting.ts'

/**
 * Begins to connect an account on Reddit to a project, and answers where to go for it. Throws ApplicationError where no
 * app is configured, or the project has enough accounts.
 */
export async function connectRedditAccount(
  ctx: Ctx,
  { project: projectId, address }: z.output<typeof RedditAccountConnect> & { address: string },
): Promise<{ page: string }> {
  requireRight(ctx, projectId, 'changeProject')
  if (!ctx.reddit) throw new ApiError('ApplicationError', 'No Reddit app is configured here')
  const actor = presentActor(ctx)
  await spend(ctx, connectBudgets(address))
  const state = await transaction(ctx, async (tx) => {
    await holdProject(ctx, tx, projectId, 'changeProject')
    await requireRoomForAccount(tx, projectId)
    return beginConnecting(ctx, tx, projectId, actor)
  })
  const asked = { state, redirectUri: returnAddress(ctx, 'reddit'), scopes: readingScopes }
  return { page: permissionPage(ctx.reddit.app, asked).href }
}

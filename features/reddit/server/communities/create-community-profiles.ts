import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { CommunityProfile } from '../../contract.ts'
import { profilesOf, requestCommunities, unknownNames } from './community-rows.ts'

/** How often one person may ask for what nobody asked for before, in an hour. */
const attempts = 60

/**
 * What is known of communities, in the order of their names (SPEC 3). What is not is read soon: whoever asks again then
 * finds it. Without a way to Reddit's API it stays unknown. Throws RateLimitError for who asks for too many new ones.
 */
export async function createCommunityProfiles(
  ctx: Ctx,
  { names }: { names: readonly string[] },
): Promise<CommunityProfile[]> {
  const { actor, reddit } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const realm = reddit?.realm ?? 'real'
  if (reddit && (await transaction(ctx, (tx) => unknownNames(tx, realm, names))).length > 0) {
    await spend(ctx, [{ key: `communities of ${actor.userId}`, attempts, minutes: 60 }])
  }
  return transaction(ctx, async (tx) => {
    if (reddit && (await requestCommunities(tx, realm, names, ctx.now()))) await ctx.queue.send(tx, 'communities', {})
    return profilesOf(tx, realm, names, reddit !== null)
  })
}

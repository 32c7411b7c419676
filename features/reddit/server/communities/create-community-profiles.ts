import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { CommunityProfile } from '../../contract.ts'
import { profilesOf, requestCommunities, unknownNames } from './community-rows.ts'

/** How often per hour a user may request new names. */
const attempts = 60

/**
 * Returns the profiles of communities, in the given order (SPEC 3). Unknown ones are read soon, so that the next
 * request finds them. Without Reddit's API they stay unknown. Throws RateLimitError for too many new names.
 */
export async function createCommunityProfiles(
  ctx: Ctx,
  { names, rules = false }: { names: readonly string[]; rules?: boolean },
): Promise<CommunityProfile[]> {
  const { actor, reddit } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const realm = reddit?.realm ?? 'real'
  if (reddit && (await transaction(ctx, (tx) => unknownNames(tx, realm, names))).length > 0) {
    await spend(ctx, [{ key: `communities of ${actor.userId}`, attempts, minutes: 60 }])
  }
  return transaction(ctx, async (tx) => {
    if (reddit && (await requestCommunities(tx, realm, names, ctx.now()))) await ctx.queue.send(tx, 'communities', {})
    const profiles = await profilesOf(tx, realm, names, reddit !== null)
    return rules ? profiles : profiles.map((profile) => ({ ...profile, rules: null }))
  })
}

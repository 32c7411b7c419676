import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { CommunityProfile } from '../../contract.ts'
import { profilesOf, type Realm, requestCommunities, unknownNames } from './community-rows.ts'

/** How often per hour a user may request new names. */
const attempts = 60

interface Asked {
  names: readonly string[]
  rules?: boolean
  /** By default that of the connected Reddit. */
  realm?: Realm | undefined
}

/**
 * Returns the profiles of communities, in the given order (SPEC 3). Unknown ones are read soon, so that the next
 * request finds them. Without an API of their realm they stay as they are. Throws RateLimitError for too many new names.
 */
export async function createCommunityProfiles(
  ctx: Ctx,
  { names, rules = false, realm: asked }: Asked,
): Promise<CommunityProfile[]> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const realm = asked ?? ctx.reddit?.realm ?? 'real'
  const isConnected = ctx.reddit?.realm === realm
  if (isConnected && (await transaction(ctx, (tx) => unknownNames(tx, realm, names))).length > 0) {
    await spend(ctx, [{ key: `communities of ${actor.userId}`, attempts, minutes: 60 }])
  }
  return transaction(ctx, async (tx) => {
    if (isConnected && (await requestCommunities(tx, realm, names, ctx.now()))) {
      await ctx.queue.send(tx, 'communities', {})
    }
    const profiles = await profilesOf(tx, realm, names, isConnected)
    return rules ? profiles : profiles.map((profile) => ({ ...profile, rules: null }))
  })
}

import type { WebsiteProfile } from '#engine/website/profile.ts'
import { profileFromPages } from '#engine/website/profile-from-pages.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { refineWebsiteProfile } from './refine-website-profile.ts'
import { readWebsite } from './website.ts'
import { WebsiteError } from './website-error.ts'

/** Website reads per user and hour. */
const attempts = 40

/**
 * Reads a website and proposes a project from its text, refined by a chat model if one is configured; stores nothing.
 * Throws ApplicationError with a message for the user and the kind of fault in its details.
 */
export async function createWebsiteProfile(ctx: Ctx, { website }: { website: string }): Promise<WebsiteProfile> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  await spend(ctx, [{ key: `websites of ${actor.userId}`, attempts, minutes: 60 }])
  try {
    const pages = await readWebsite(ctx.network, website)
    return await refineWebsiteProfile(ctx, profileFromPages(pages), pages)
  } catch (error) {
    if (!(error instanceof WebsiteError)) throw error
    throw new ApiError('ApplicationError', error.message, { fault: error.fault })
  }
}

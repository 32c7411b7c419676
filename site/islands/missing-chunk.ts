import { reloadOnce } from '#platform/web/behavior/reload-once.ts'
import { isOutdated, latestBuild, ownBuild, watchTyping } from '#platform/web/behavior/stale-build.ts'

const isDirty = watchTyping()

/**
 * A script of this page could not be fetched. Where the site was built anew meanwhile the page is loaded again, at most
 * once in ten seconds, and never in front of somebody who types (SPEC 4, 8). Else it goes without the script: there is no
 * network, or the browser blocks that one, as it would after each reload.
 */
export async function chunkIsMissing(error: unknown): Promise<null> {
  console.warn(error)
  if (isOutdated(ownBuild(), await latestBuild('site')) && !isDirty()) reloadOnce(location.pathname, Date.now())
  return null
}

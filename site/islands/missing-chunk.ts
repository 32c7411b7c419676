import { reloadOnce } from '#platform/web/behavior/reload-once.ts'
import { isOutdated, latestBuild, ownBuild, watchTyping } from '#platform/web/behavior/stale-build.ts'

/** Returns whether the visitor has typed something that a reload would lose. */
export const isDirty = watchTyping()

/**
 * Handles a script that couldn't be loaded. If the site was rebuilt meanwhile, reloads the page, at most once in ten
 * seconds and never while the visitor is typing (SPEC 4, 8). Otherwise continues without the script: there is no
 * network, or the browser blocks it and would do so again.
 */
export async function chunkIsMissing(error: unknown): Promise<null> {
  console.warn(error)
  if (isOutdated(ownBuild(), await latestBuild('site')) && !isDirty()) reloadOnce(location.pathname, Date.now())
  return null
}

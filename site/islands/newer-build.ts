import { reloadOnce } from '#platform/web/behavior/reload-once.ts'
import { latestBuild, ownBuild, watchBuild } from '#platform/web/behavior/stale-build.ts'
import { browserTimers } from '#platform/web/behavior/timers.ts'
import { isOn } from './flags.ts'
import { isDirty } from './missing-chunk.ts'

/** Reloads the page when the site has a newer build and nothing typed would be lost (SPEC 4, DECISIONS 26). */
export async function start(): Promise<void> {
  if (!(await isOn('buildReload'))) return
  const watch = watchBuild({
    after: browserTimers.after,
    own: ownBuild(),
    latest: () => latestBuild('site'),
    isDirty,
    reload: () => reloadOnce(location.pathname, Date.now()),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.returned()
  })
}

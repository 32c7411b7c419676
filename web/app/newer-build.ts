import { isPlainPress, leadsOn, linkOf } from '../behaviours/links.ts'
import { reloadOnce } from '../behaviours/reload-once.ts'
import { latestBuild, ownBuild, watchBuild } from '../behaviours/stale-build.ts'
import { browserTimers } from '../behaviours/timers.ts'
import { watchTyping } from '../behaviours/typing.ts'
import { isOn } from './flags.ts'

/** Keeps an open page from growing older than the server (DECISIONS 26). */
export async function start(): Promise<void> {
  if (!(await isOn('buildReload'))) return
  const isDirty = watchTyping()
  const watch = watchBuild({
    after: browserTimers.after,
    own: ownBuild(),
    latest: () => latestBuild('latest'),
    isDirty,
    reload: () => reloadOnce(location.pathname, Date.now()),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.returned()
  })
  // Links are followed by the router; of an old build the browser follows them.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !watch.isStale() || !isPlainPress(event) || !leadsOn(linkOf(link), location.href)) return
      event.preventDefault()
      event.stopPropagation()
      location.assign(link.href)
    },
    { capture: true },
  )
  addEventListener('popstate', () => {
    if (watch.isStale()) reloadOnce(location.pathname, Date.now())
  })
}

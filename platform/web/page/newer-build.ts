import type { createBrowserRouter } from 'react-router'
import { onMissingChunk } from '../../ui/parts.ts'
import { isOn } from '../api/config.ts'
import { isInternalNavigation, isPlainPress, linkOf } from '../behavior/links.ts'
import { reloadOnce } from '../behavior/reload-once.ts'
import { latestBuild, ownBuild, watchBuild, watchTyping } from '../behavior/stale-build.ts'

import { browserTimers } from '../behavior/timers.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** Keeps an open page from becoming older than the server (DECISIONS 26). */
export async function reloadNewerBuild(router: Router): Promise<void> {
  if (!(await isOn('buildReload'))) return
  const isTyped = watchTyping()
  /** A notice may offer an undo, which a reload would lose. */
  const isNoticeShown = () => document.querySelector('[data-notice]') !== null
  const watch = watchBuild({
    after: browserTimers.after,
    own: ownBuild(),
    latest: () => latestBuild('latest'),
    isDirty: () => isTyped() || isNoticeShown(),
    reload: () => reloadOnce(location.pathname, Date.now()),
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.returned()
  })
  // The router follows links; in an outdated build the browser must do so.
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !watch.isStale() || !isPlainPress(event) || !isInternalNavigation(linkOf(link), location.href))
        return
      event.preventDefault()
      event.stopPropagation()
      location.assign(link.href)
    },
    { capture: true },
  )
  // Navigation by key or history has no link to intercept.
  let { pathname } = router.state.location
  router.subscribe(({ location: to, navigation }) => {
    if (navigation.state !== 'idle' || to.pathname === pathname) return
    pathname = to.pathname
    if (watch.isStale() && !isNoticeShown()) reloadOnce(pathname, Date.now())
  })
  // A chunk of this page is missing: the server may have a newer build (SPEC 4).
  onMissingChunk(() => void watch.returned())
}

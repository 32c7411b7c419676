import type { createBrowserRouter, RouteObject } from 'react-router'
import { matchRoutes } from 'react-router'
import { shareKeyOf } from '#engine/rules/paths.ts'
import { placeLoadingBar } from '../../ui/motion/loading-bar.ts'
import { notify } from '../../ui/overlays/toast.tsx'
import { configQuery, isOn } from '../api/config.ts'
import { queryClient } from '../api/query-client.ts'
import { isInternalNavigation, linkOf } from '../behavior/links.ts'
import { onIntent, prefetcher, savesData } from '../behavior/prefetch.ts'
import { takeQueuedNotices } from '../behavior/queued-notices.ts'
import { openThirdParties } from '../behavior/third-parties.ts'
import { hasCompleted, onTourCompleted } from '../tours/completed.ts'
import { reloadNewerBuild } from './newer-build.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** Starts the background work of an app page after its first render. */
export function start(router: Router, routes: RouteObject[]): void {
  void reloadNewerBuild(router)
  showLoadingBar(router)
  void prefetchLinks(routes)
  // Notices that the previous page was left too early to show (DECISIONS 22).
  for (const notice of takeQueuedNotices()) notify(notice)
  // The page works without visit reports.
  reportVisits(router).catch(console.warn)
}

/** Shows the loading bar during a navigation (SPEC 9). */
function showLoadingBar(router: Router): void {
  const bar = placeLoadingBar()
  let wasLeaving = false
  const update = () => {
    const isLeaving = router.state.navigation.state !== 'idle'
    if (isLeaving === wasLeaving) return
    wasLeaving = isLeaving
    if (isLeaving) bar.start()
    else bar.finish()
  }
  update()
  router.subscribe(update)
}

/**
 * Loads the code of the page behind a hovered or focused link (SPEC 9, DECISIONS 22). Guards and loaders run only when
 * the link is followed.
 */
async function prefetchLinks(routes: RouteObject[]): Promise<void> {
  if (savesData() || !(await isOn('prefetch'))) return
  const prefetch = prefetcher((path) => loadCode(routes, path))
  onIntent((link) => {
    if (isInternalNavigation(linkOf(link), location.href)) prefetch(new URL(link.href).pathname)
  })
}

function loadCode(routes: RouteObject[], path: string): Promise<unknown> {
  const matches = matchRoutes(routes, path) ?? []
  return Promise.all(matches.map(({ route: { lazy } }) => (typeof lazy === 'function' ? lazy() : undefined)))
}

/** Counts each page view and loads the configured third-party scripts when they are due (SPEC 4, 7). */
async function reportVisits(router: Router): Promise<void> {
  const outside = openThirdParties(await queryClient.fetchQuery(configQuery))
  const update = () => {
    // During a navigation the next page isn't shown yet.
    if (router.state.navigation.state !== 'idle') return
    const { pathname, hash } = router.state.location
    // The key of a link to insights is a secret.
    outside.pageShown(location.origin + (shareKeyOf(pathname) === null ? pathname + hash : '/share'))
    outside.update({ path: pathname, isSearchboxTourCompleted: hasCompleted('searchbox'), isLoaded: true })
  }
  update()
  router.subscribe(update)
  onTourCompleted(update)
}

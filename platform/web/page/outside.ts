import type { createBrowserRouter } from 'react-router'
import { configQuery } from '../api/config.ts'
import { queryClient } from '../api/query-client.ts'
import { openOutside } from '../behavior/outside.ts'
import { hasCompleted, watchCompleted } from '../tours/completed.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** Counts each page that is shown, and loads what is configured for the app at its moment (SPEC 4, 7). */
export async function start(router: Router): Promise<void> {
  const outside = openOutside(await queryClient.fetchQuery(configQuery))
  const look = () => {
    // While one is on the way to a page it is not shown yet.
    if (router.state.navigation.state !== 'idle') return
    const { pathname } = router.state.location
    outside.saw(location.origin + pathname)
    outside.isNow({ path: pathname, isSearchboxTourCompleted: hasCompleted('searchbox'), isLoaded: true })
  }
  look()
  router.subscribe(look)
  watchCompleted(look)
}

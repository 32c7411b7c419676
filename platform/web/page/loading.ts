import type { createBrowserRouter } from 'react-router'
import { placeLoadingBar } from '../../ui/loading-bar.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** The bar over the app and the pages of signing in while the router is on its way to another page (SPEC 9). */
export function start(router: Router): void {
  const { start: begin, finish } = placeLoadingBar()
  let wasLeaving = false
  const look = () => {
    const isLeaving = router.state.navigation.state !== 'idle'
    if (isLeaving === wasLeaving) return
    wasLeaving = isLeaving
    if (isLeaving) begin()
    else finish()
  }
  look()
  router.subscribe(look)
}

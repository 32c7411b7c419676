import { browserTimers } from '#platform/web/behavior/timers.ts'
import { marketingEmailKey, mayShow, type Remembered, shownKey, watchExit } from './exit-intent.ts'
import { chunkIsMissing } from './missing-chunk.ts'

/** What this browser remembers of the visitor; null where it remembers nothing. */
function remembered(): Remembered | null {
  try {
    return {
      shown: sessionStorage.getItem(shownKey) !== null,
      marketingEmail: localStorage.getItem(marketingEmailKey),
    }
  } catch {
    // Storage is off, which the rule is told.
    return null
  }
}

/** Milliseconds since the page was loaded: this script comes later, when the browser is idle. */
function sinceLoad(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.loadEventEnd ? performance.now() - page.loadEventEnd : 0
}

/** Offers the guide to whoever is about to leave. The modal itself is fetched when it is to open. */
export function start(): void {
  const exit = watchExit({
    after: browserTimers.after,
    onLeave: (listener) => {
      document.addEventListener('mouseout', listener)
      return () => document.removeEventListener('mouseout', listener)
    },
    isAllowed: () => mayShow(location.pathname, remembered()),
    markShown: () => {
      try {
        sessionStorage.setItem(shownKey, '1')
      } catch {
        // Full: it may come once more in this tab, on another page.
      }
    },
    fetchModal: () => import('./exit-intent-modal.ts').then(({ openModal }) => openModal, chunkIsMissing),
  })
  if (document.readyState === 'complete') exit.routeChanged(sinceLoad())
  else addEventListener('load', () => exit.routeChanged())
  // A page that the browser kept and shows again, and a route that a script went to.
  addEventListener('pageshow', ({ persisted }) => persisted && exit.routeChanged())
  addEventListener('popstate', () => exit.routeChanged())
}

import { browserTimers } from '#platform/web/behavior/timers.ts'
import { marketingEmailKey, mayShow, type Remembered, shownKey, watchExit } from './exit-intent.ts'
import { chunkIsMissing } from './missing-chunk.ts'

/** Returns the stored state of the visitor; null without storage. */
function remembered(): Remembered | null {
  try {
    return {
      shown: sessionStorage.getItem(shownKey) !== null,
      marketingEmail: localStorage.getItem(marketingEmailKey),
    }
  } catch {
    // Storage is off, which the rule needs to know.
    return null
  }
}

/** Returns the time since the page load, in ms: this script starts later, when the browser is idle. */
function sinceLoad(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.loadEventEnd ? performance.now() - page.loadEventEnd : 0
}

/** Offers the guide to visitors who are about to leave. The modal itself loads when it must open. */
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
        // Storage is full: the modal may open once more in this tab, on another page.
      }
    },
    fetchModal: () => import('./exit-intent-modal.ts').then(({ openModal }) => openModal, chunkIsMissing),
  })
  if (document.readyState === 'complete') exit.routeChanged(sinceLoad())
  else addEventListener('load', () => exit.routeChanged())
  // The page was restored from the browser's cache, or a script has changed the route.
  addEventListener('pageshow', ({ persisted }) => persisted && exit.routeChanged())
  addEventListener('popstate', () => exit.routeChanged())
}

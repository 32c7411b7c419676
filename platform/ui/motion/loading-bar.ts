import { isInternalNavigation, isPlainPress, linkOf } from '../../web/behavior/links.ts'
import { browserTimers, type Timers } from '../../web/behavior/timers.ts'

/** The maximum time in ms for a document to arrive. After that the user has probably canceled, which has no event. */
const patienceMs = 30_000

/**
 * Puts the bar at the top of the page during navigation (SPEC 9, DECISIONS 22). A click on a link that the browser
 * follows starts it; code that changes the page within this document calls `start`.
 */
export function placeLoadingBar(): ReturnType<typeof loadingBar> {
  const bar = document.createElement('div')
  bar.setAttribute('aria-hidden', 'true')
  bar.dataset.loadingBar = ''
  bar.className =
    'pointer-events-none fixed inset-x-0 top-0 z-70 origin-left bg-accent [transition:transform_var(--step)_linear,opacity_200ms]'
  // Sets the duration only: an inline transition would override the rule for reduced motion.
  bar.style.setProperty('--step', `${stepMs}ms`)
  Object.assign(bar.style, {
    height: `${barPx}px`,
    opacity: '0',
    transform: 'scaleX(0)',
  })
  document.body.append(bar)
  const { start, finish } = loadingBar(browserTimers, ({ isShown, progress }) => {
    bar.style.opacity = isShown ? '1' : '0'
    bar.style.transform = `scaleX(${progress})`
  })
  let giveUp = () => {}
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainPress(event) || !isInternalNavigation(linkOf(link), location.href)) return
    giveUp()
    giveUp = browserTimers.after(patienceMs, finish)
    start()
  })
  // The browser restored this page from its cache.
  addEventListener('pageshow', finish)
  return { start, finish }
}

/** Values of SPEC 9, in ms and px. */
const estimateMs = 2000
const throttleMs = 200
const hideDelayMs = 500
const resetDelayMs = 400
export const barPx = 3

/** The time in ms between two movements of the bar; each transition takes as long. */
const stepMs = 100

/** The visible state of the bar; progress is from 0 to 1. */
export interface BarState {
  isShown: boolean
  progress: number
}

/** Returns the progress after `ms`: fast at first, 70 % after the estimated time, and never 1. */
export function progressAt(ms: number): number {
  return (2 / Math.PI) * Math.atan((2 * ms) / estimateMs)
}

/**
 * Controls the bar during a page change: it appears if the change takes longer than a moment, fills up at the end and
 * disappears.
 */
export function loadingBar(timers: Timers, show: (state: BarState) => void): { start(): void; finish(): void } {
  let cancel = () => {}
  let isShown = false
  const next = (ms: number, run: () => void) => {
    cancel = timers.after(ms, run)
  }
  return {
    start: () => {
      cancel()
      const begun = timers.now()
      const step = () => {
        isShown = true
        show({ isShown, progress: progressAt(timers.now() - begun) })
        next(stepMs, step)
      }
      next(isShown ? 0 : throttleMs, step)
    },
    finish: () => {
      cancel()
      if (!isShown) return
      show({ isShown, progress: 1 })
      next(hideDelayMs, () => {
        isShown = false
        show({ isShown, progress: 1 })
        next(resetDelayMs, () => show({ isShown, progress: 0 }))
      })
    },
  }
}

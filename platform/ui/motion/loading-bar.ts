import { isInternalNavigation, isPlainPress, linkOf } from '../../web/behavior/links.ts'
import { browserTimers, type Timers } from '../../web/behavior/timers.ts'

/** A document that has not come by then was given up by whoever asked for it, which nothing tells. */
const patienceMs = 30_000

/**
 * Puts the bar at the top of a page from which somebody goes on to another (SPEC 9, DECISIONS 22). It begins by itself at
 * a press on a link that the browser follows; whoever shows another page in this document tells it.
 */
export function placeLoadingBar(): ReturnType<typeof loadingBar> {
  const bar = document.createElement('div')
  bar.setAttribute('aria-hidden', 'true')
  bar.dataset.loadingBar = ''
  bar.className =
    'pointer-events-none fixed inset-x-0 top-0 z-70 origin-left bg-accent [transition:transform_var(--step)_linear,opacity_200ms]'
  // How long, but not that it moves: a style of its own would outdo the rule for who wants less motion.
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
  // The browser kept this page, and shows it again.
  addEventListener('pageshow', finish)
  return { start, finish }
}

/** Milliseconds and pixels of SPEC 9. */
const estimateMs = 2000
const throttleMs = 200
const hideDelayMs = 500
const resetDelayMs = 400
export const barPx = 3

/** How often the bar moves; its movement is drawn out over as long. */
const stepMs = 100

/** What is to be seen of the bar; progress is a part of one. */
export interface BarState {
  isShown: boolean
  progress: number
}

/** How far the bar is after so long: quick at first, 70 % when what is estimated is over, and never at its end. */
export function progressAt(ms: number): number {
  return (2 / Math.PI) * Math.atan((2 * ms) / estimateMs)
}

/**
 * The bar over a page that is about to change: it comes where that takes longer than a moment, ends with it, and is then
 * taken away.
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

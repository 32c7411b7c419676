import type { Timers } from './timers.ts'

/** Milliseconds and pixels of SPEC 9. */
const estimateMs = 2000
const throttleMs = 200
const hideDelayMs = 500
const resetDelayMs = 400
export const barPx = 3
/** How often the bar moves; its movement is drawn out over as long. */
export const stepMs = 100

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

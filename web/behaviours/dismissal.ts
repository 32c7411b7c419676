import type { Timers } from './timers.ts'

/** Milliseconds until a notice leaves by itself, unless it says otherwise (SPEC 9). */
export const noticeMs = 5000

interface Dismissal {
  /** While somebody points at it or is in it, its time stands still (SPEC 4). */
  pause(): void
  resume(): void
  /** It was closed. */
  end(): void
}

/** Lets a notice leave once its time is over, and says so once; a time of 0 never is (DECISIONS 28). */
export function dismissAfter(timers: Timers, timeout: number, leave: () => void): Dismissal {
  let left = timeout
  let since = 0
  let isRunning = false
  let isOver = false
  let cancel = () => {}
  const end = () => {
    if (isOver) return
    isOver = true
    cancel()
    leave()
  }
  const resume = () => {
    if (isOver || isRunning || timeout === 0) return
    isRunning = true
    since = timers.now()
    cancel = timers.after(left, end)
  }
  const pause = () => {
    if (!isRunning) return
    isRunning = false
    left = Math.max(0, left - (timers.now() - since))
    cancel()
  }
  resume()
  return { pause, resume, end }
}

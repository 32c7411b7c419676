import type { Timers } from './timers.ts'

/** Milliseconds until a notice leaves by itself, unless it says otherwise (SPEC 9). */
export const noticeMs = 5000

type Holder = 'pointer' | 'focus'

interface Dismissal {
  /** While somebody points at it or is in it, its time stands still, also where they end only one of the two (SPEC 4). */
  pause(by: Holder): void
  resume(by: Holder): void
  /** It was closed. */
  end(): void
}

/** Lets a notice leave once its time is over, and says so once; a time of 0 never is (DECISIONS 28). */
export function dismissAfter(timers: Timers, timeout: number, leave: () => void): Dismissal {
  let left = timeout
  let since = 0
  let isRunning = false
  let isOver = false
  const holders = new Set<Holder>()
  let cancel = () => {}
  const end = () => {
    if (isOver) return
    isOver = true
    cancel()
    leave()
  }
  const run = () => {
    if (isOver || isRunning || timeout === 0) return
    isRunning = true
    since = timers.now()
    cancel = timers.after(left, end)
  }
  const pause = (by: Holder) => {
    holders.add(by)
    if (!isRunning) return
    isRunning = false
    left = Math.max(0, left - (timers.now() - since))
    cancel()
  }
  const resume = (by: Holder) => {
    holders.delete(by)
    if (holders.size === 0) run()
  }
  run()
  return { pause, resume, end }
}

import type { Timers } from './timers.ts'

/** The default time in ms until a notice leaves (SPEC 9). */
export const noticeMs = 5000

type Holder = 'pointer' | 'focus'

interface Dismissal {
  /** Pauses the timer while the pointer or focus is on the notice; it resumes when both have left (SPEC 4). */
  pause(by: Holder): void
  resume(by: Holder): void
  /** Closes the notice now. */
  end(): void
}

/** Calls `leave` once when the time is over or the notice is closed. A timeout of 0 never ends (DECISIONS 28). */
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

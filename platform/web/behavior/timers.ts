/** The clock and timers that rules use; a test moves them by hand. */
export interface Timers {
  /** Milliseconds since something that stays the same. */
  now(): number
  /** Runs something after so many milliseconds, unless the answer is called before. */
  after(ms: number, run: () => void): () => void
}

export const browserTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

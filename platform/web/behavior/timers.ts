/** The clock and timers that rules use; tests control them. */
export interface Timers {
  /** Milliseconds since a fixed moment. */
  now(): number
  /** Runs a function after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

export const browserTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

interface Waiting {
  at: number
  run: () => void
}

/** Returns a manual clock for rules with timers. */
export function testTimers() {
  let now = 0
  let waiting: Waiting[] = []
  return {
    now: () => now,
    after: (ms: number, run: () => void) => {
      const entry = { at: now + ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((each) => each !== entry)
      }
    },
    /** Advances the clock by this many ms and runs due timers in order. */
    advance: (ms: number) => {
      const end = now + ms
      for (;;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0]
        if (!next || next.at > end) break
        waiting = waiting.filter((each) => each !== next)
        now = next.at
        next.run()
      }
      now = end
    },
    waiting: () => waiting.length,
  }
}

/** A page that paints nothing any more may not be told that it is idle, so that what waits for it would never begin. */
const longestMs = 2000

/** Browsers without the call get a moment for what the visitor sees first. */
const momentMs = 300

/** Calls back once the browser has nothing else to do, soon in any case. Returns what forgets it. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(run, { timeout: longestMs })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(run, momentMs)
  return () => clearTimeout(timer)
}

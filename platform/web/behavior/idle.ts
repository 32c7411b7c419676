/** The maximum wait in ms: a page that no longer paints may never become idle. */
const longestMs = 2000

/** The delay in ms for browsers without requestIdleCallback, which leaves time for the first paint. */
const momentMs = 300

/** Calls back when the browser is idle, or after a maximum wait. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(run, { timeout: longestMs })
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(run, momentMs)
  return () => clearTimeout(timer)
}

import { queryClient } from './query-client.ts'

/** Calls back once the browser is idle and nothing is being fetched. Returns what forgets it. */
export function whenQuiet(then: () => void): () => void {
  const idle = window.requestIdleCallback ?? ((callback: () => void) => window.setTimeout(callback, 300))
  const forget = window.cancelIdleCallback ?? window.clearTimeout
  const look = () => {
    if (queryClient.isFetching() === 0) then()
    else wait = window.setTimeout(() => (asked = idle(look)), 200)
  }
  let wait: number | undefined
  let asked = idle(look)
  return () => {
    window.clearTimeout(wait)
    forget(asked)
  }
}

import { queryClient } from '../api/query-client.ts'
import { whenIdle } from '../behavior/idle.ts'

/** Calls back when the browser is idle and no query is being fetched. Returns a function that cancels it. */
export function whenQuiet(then: () => void): () => void {
  const check = () => {
    if (queryClient.isFetching() === 0) return then()
    const wait = window.setTimeout(() => (forget = whenIdle(check)), 200)
    forget = () => window.clearTimeout(wait)
  }
  let forget = whenIdle(check)
  return () => forget()
}

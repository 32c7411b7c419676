import { queryClient } from '../api/query-client.ts'
import { whenIdle } from '../behavior/idle.ts'

/** Calls back once the browser is idle and nothing is being fetched. Returns what forgets it. */
export function whenQuiet(then: () => void): () => void {
  const look = () => {
    if (queryClient.isFetching() === 0) return then()
    const wait = window.setTimeout(() => (forget = whenIdle(look)), 200)
    forget = () => window.clearTimeout(wait)
  }
  let forget = whenIdle(look)
  return () => forget()
}

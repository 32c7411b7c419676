import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Outdates what was fetched: what is shown is fetched again, the rest when it is shown. The library lets a first fetch
 * that is under way have the last word, though its answer may be older than what changed; here one more follows it.
 */
export function invalidate(queryClient: QueryClient, filters: InvalidateQueryFilters): void {
  const first = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter((query) => query.state.data === undefined && !followed.has(query))
  void queryClient.invalidateQueries(filters)
  for (const query of first) {
    const landed = fetchOf(query)
    if (!landed) continue
    followed.add(query)
    void landed.then(() => {
      followed.delete(query)
      // What failed is tried again by hand, or with the next change.
      if (query.state.status === 'success')
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }
}

/** Those whose first fetch is followed by another already. */
const followed = new WeakSet<Query>()

/** Resolves when the fetch of a query that is under way has landed, however it ends; null where there is none. */
export function pendingFetch(queryClient: QueryClient, queryKey: QueryKey): Promise<void> | null {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  return query ? fetchOf(query) : null
}

function fetchOf(query: Query): Promise<void> | null {
  if (query.state.fetchStatus === 'idle') return null
  // Joins the fetch that there is.
  return query.fetch().then(
    () => {},
    () => {},
  )
}

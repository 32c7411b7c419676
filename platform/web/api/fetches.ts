import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Invalidates queries: those on screen are fetched again now, the others when they are next shown. The library keeps
 * the result of a first fetch in flight, even if it predates the change; this function follows it with another fetch.
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
      // Failed queries wait for a manual retry or the next change.
      if (query.state.status === 'success')
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }
}

/** Queries whose first fetch already has a follow-up. */
const followed = new WeakSet<Query>()

/** Resolves when the query's fetch in flight has settled; returns null if there is none. */
export function pendingFetch(queryClient: QueryClient, queryKey: QueryKey): Promise<void> | null {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  return query ? fetchOf(query) : null
}

function fetchOf(query: Query): Promise<void> | null {
  if (query.state.fetchStatus === 'idle') return null
  // Joins the fetch in flight.
  return query.fetch().then(
    () => {},
    () => {},
  )
}

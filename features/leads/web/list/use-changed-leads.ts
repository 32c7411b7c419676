import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { View } from '#engine/rules/lead-view.ts'
import type { Change } from '#platform/contract/events.ts'
import { pendingFetch } from '#platform/web/api/fetches.ts'
import type { Query } from '#platform/web/api/query-string.ts'
import { onChanges } from '#platform/web/live/changes.ts'
import { call } from '../api.ts'
import { decisionsSent } from '../decisions.ts'
import { leadsOf, type Pages, withDecisions } from '../pages.ts'
import { changedMax, changedQuery, leadsQuery } from '../queries.ts'

/** Shows other users' decisions in the rows of a list: no row moves or disappears under a reader (DESIGN 4). */
export function useChangedLeads(projectId: string, view: View): void {
  useChangedRows(projectId, leadsQuery(projectId, view).queryKey)
}

/** Does the same for the rows of another list of leads, page by page. */
export function useChangedRows(projectId: string, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  // One after the other, so that no answer overwrites a newer one.
  const queue = useRef(Promise.resolve())

  const show = useEffectEvent(async (changes: readonly Change[] | null) => {
    // A page that is being fetched may be older than the change.
    await pendingFetch(queryClient, queryKey)
    const shown = leadsOf(queryClient.getQueryData<Pages>(queryKey)).map((lead) => lead.id)
    const named = new Set(changes?.filter(({ kind }) => kind === 'opportunities').map(({ id }) => id))
    const ids = changes === null ? shown : shown.filter((id) => named.has(id))
    for (let from = 0; from < ids.length; from += changedMax) {
      const { data } = await fetchSettled(changedQuery(projectId, ids.slice(from, from + changedMax)))
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && withDecisions(pages, data))
    }
  })
  useEffect(
    () =>
      onChanges((changes) => {
        // Errors are ignored: a decision about an outdated row gets a conflict from the server.
        queue.current = queue.current.then(() => show(changes)).catch(() => {})
      }),
    [],
  )
}

/** Fetches leads until no decision is made here meanwhile, so that the user's own latest decisions are kept. */
async function fetchSettled(query: Query) {
  for (;;) {
    const sent = decisionsSent()
    await sent
    const answer = await call('opportunitiesFind', { query })
    if (decisionsSent() === sent) return answer
  }
}

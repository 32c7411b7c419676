import type { Change } from '@earshot/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../api.ts'
import { onChanges } from '../../events/changes.ts'
import { leadsOf, withDecisions } from './pages.ts'
import { changedMax, changedQuery, leadsQuery } from './queries.ts'
import type { View } from './view.ts'

/**
 * Shows what others decide about the leads of a list, in the rows where they stand: none moves or goes under a reader
 * (DESIGN 4). What one has decided oneself and the server does not know yet stays as it is.
 */
export function useChangedLeads(projectId: string, view: View, isUnsent: (id: string) => boolean): void {
  const queryClient = useQueryClient()
  const { queryKey } = leadsQuery(projectId, view)

  const show = useEffectEvent(async (changes: readonly Change[] | null) => {
    const shown = leadsOf(queryClient.getQueryData(queryKey)).map((lead) => lead.id)
    const named = new Set(changes?.filter(({ kind }) => kind === 'opportunities').map(({ id }) => id))
    const ids = changes === null ? shown : shown.filter((id) => named.has(id))
    for (let from = 0; from < ids.length; from += changedMax) {
      const query = changedQuery(projectId, ids.slice(from, from + changedMax))
      const { data } = await call('opportunitiesFind', { query })
      const known = data.filter((lead) => !isUnsent(lead.id))
      queryClient.setQueryData(queryKey, (pages) => pages && withDecisions(pages, known))
    }
  })
  useEffect(
    () =>
      onChanges((changes) => {
        // A row that is behind is told of by the server once it is decided about.
        show(changes).catch(() => {})
      }),
    [],
  )
}

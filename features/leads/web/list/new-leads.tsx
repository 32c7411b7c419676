import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { View } from '#engine/rules/lead-view.ts'
import type { Opportunity } from '../../contract.ts'
import type { Page } from '../pages.ts'
import { latestQuery, leadsQuery } from '../queries.ts'
import { freshCount, latestOf } from './fresh.ts'

interface NewLeadsProps {
  projectId: string
  view: View
  leads: readonly Opportunity[]
  /** Whether the list has more pages. */
  more: boolean
  /** The first page as shown, and when it was fetched. */
  first: Page
  fetchedAt: number
  left: () => ReadonlySet<string>
  onShown: () => void
}

/**
 * Leads that arrived since the list was fetched, according to events (app/events). They wait behind a button, so that
 * no row moves or is covered.
 */
export function NewLeads({ projectId, view, leads, more, first, fetchedAt, left, onShown }: NewLeadsProps) {
  const queryClient = useQueryClient()
  const empty = leads.length === 0
  const { data: latest } = useQuery({
    ...latestQuery(projectId, view),
    initialData: latestOf(first),
    initialDataUpdatedAt: fetchedAt,
  })
  const fresh = freshCount(latest, { leads, total: first.meta.pagination.total, more }, left())
  const listKey = leadsQuery(projectId, view).queryKey

  useEffect(() => {
    if (empty && fresh > 0) void queryClient.invalidateQueries({ queryKey: listKey })
  }, [queryClient, listKey, empty, fresh])

  if (empty || fresh === 0) return null
  return (
    <button
      type="button"
      className="tabular h-7 shrink-0 rounded-full bg-inverse px-2.5 font-medium text-inverse-ink text-xs hover:opacity-90"
      onClick={() => {
        onShown()
        void queryClient.resetQueries({ queryKey: listKey })
      }}
    >
      <span className="sr-only">Show </span>
      {fresh} new<span className="max-sm:sr-only"> {fresh === 1 ? 'lead' : 'leads'}</span>
    </button>
  )
}

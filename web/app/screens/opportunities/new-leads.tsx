import type { Opportunity } from '@earshot/contract/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from './pages.ts'
import { latestQuery, leadsQuery } from './queries.ts'
import type { View } from './view.ts'
import { plural } from './words.ts'

interface NewLeadsProps {
  projectId: string
  view: View
  leads: readonly Opportunity[]
  total: number
  processing: boolean
  onShown: () => void
}

/** Leads that came in since the list was fetched. They wait behind a button, so that no row moves under a reader. */
export function NewLeads({ projectId, view, leads, total, processing, onShown }: NewLeadsProps) {
  const queryClient = useQueryClient()
  const empty = leads.length === 0
  const { data: latest } = useQuery({
    ...latestQuery(projectId, view),
    refetchInterval: processing ? 2_000 : empty ? 5_000 : false,
  })
  const fresh = latest ? freshCount(latest, leads, total) : 0

  useEffect(() => {
    if (empty && fresh > 0) void queryClient.resetQueries({ queryKey: leadsQuery(projectId, view).queryKey })
  }, [queryClient, projectId, view, empty, fresh])

  if (empty || fresh === 0) return null
  return (
    <div className="sticky top-2 z-10 flex h-0 justify-center">
      <button
        type="button"
        className="tabular h-8 rounded-full bg-inverse px-4 font-medium text-inverse-ink text-sm shadow-lift hover:opacity-90"
        onClick={() => {
          onShown()
          void queryClient.resetQueries({ queryKey: leadsQuery(projectId, view).queryKey })
        }}
      >
        Show {plural(fresh, 'new lead')}
      </button>
    </div>
  )
}

/** How many leads are not in the list: those of the first page, or more where the totals say so. */
export function freshCount(latest: Page, leads: readonly Opportunity[], total: number): number {
  const known = new Set(leads.map((lead) => lead.id))
  const unseen = latest.data.filter((lead) => !known.has(lead.id)).length
  return unseen === 0 ? 0 : Math.max(unseen, latest.meta.pagination.total - total)
}

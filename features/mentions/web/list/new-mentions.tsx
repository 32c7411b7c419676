import { type UseInfiniteQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mentionsOf, type Pages } from '../pages.ts'
import { latestQuery, mentionsQuery } from '../queries.ts'
import type { Place, View } from '../view.ts'

interface NewMentionsProps {
  project: Place
  view: View
  list: UseInfiniteQueryResult<Pages>
}

/** Mentions that arrived since the list was fetched. They wait behind a button, so that no row moves, or fill an empty list. */
export function NewMentions({ project, view, list }: NewMentionsProps) {
  const queryClient = useQueryClient()
  const shown = mentionsOf(list.data)
  const { data: latest = [] } = useQuery({
    ...latestQuery(project, view),
    initialData: shown.map(({ id }) => id),
    initialDataUpdatedAt: list.dataUpdatedAt,
  })
  const known = new Set(shown.map(({ id }) => id))
  // Those below the first known one are further down the list.
  const firstKnown = latest.findIndex((id) => known.has(id))
  const fresh = firstKnown < 0 ? latest.length : firstKnown
  const isEmpty = shown.length === 0
  const { queryKey } = mentionsQuery(project, view)
  const mayFill = isEmpty && fresh > 0 && !list.isFetching
  useEffect(() => {
    if (mayFill) void queryClient.invalidateQueries({ queryKey })
  }, [queryClient, queryKey, mayFill])
  if (isEmpty || fresh === 0 || list.isFetching) return null
  return (
    <button
      type="button"
      className="tabular h-7 shrink-0 rounded-full bg-inverse px-2.5 font-medium text-inverse-ink text-xs hover:opacity-90"
      onClick={() => void queryClient.resetQueries({ queryKey })}
    >
      <span className="sr-only">Show </span>
      {fresh} new<span className="sr-only"> {fresh === 1 ? 'mention' : 'mentions'}</span>
    </button>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { freshAmong } from '../inbox/pages.ts'
import { conversationsQuery, latestQuery, type Reader } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { viewKey } from '../inbox/view.ts'

interface NewConversationsProps {
  reader: Reader
  state: InboxState
}

/**
 * Conversations that something arrived in since the list was fetched, and that aren't in it. They wait behind a button,
 * so that no row moves, or fill an empty list.
 */
export function NewConversations({ reader, state: { view, list, conversations } }: NewConversationsProps) {
  const queryClient = useQueryClient()
  // What a search finds doesn't change by itself.
  const isFollowed = list.data !== undefined && view.text === ''
  const { data: latest = [] } = useQuery({ ...latestQuery(reader, view), enabled: isFollowed })
  const fresh = freshAmong(latest, conversations, list.hasNextPage)
  const isEmpty = conversations.length === 0
  const { queryKey } = conversationsQuery(reader, view)
  const mayFill = isFollowed && isEmpty && fresh > 0 && !list.isFetching
  useEffect(() => {
    if (mayFill) void queryClient.invalidateQueries({ queryKey })
  }, [queryClient, queryKey, mayFill])
  if (!isFollowed || isEmpty || fresh === 0 || list.isFetching) return null
  return (
    <button
      key={viewKey(view)}
      type="button"
      className="tabular h-7 shrink-0 rounded-full bg-inverse px-2.5 font-medium text-inverse-ink text-xs hover:opacity-90"
      onClick={() => void queryClient.resetQueries({ queryKey })}
    >
      <span className="sr-only">Show </span>
      {fresh} new<span className="sr-only"> {fresh === 1 ? 'conversation' : 'conversations'}</span>
    </button>
  )
}

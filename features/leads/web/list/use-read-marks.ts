import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { View } from '#engine/rules/lead-view.ts'
import { pendingFetch } from '#platform/web/api/fetches.ts'
import type { Opportunity } from '../../contract.ts'
import { sendReadMark } from '../decisions.ts'
import { withReadMark } from '../pages.ts'
import { leadQuery, leadsQuery } from '../queries.ts'

/** Marks the open lead as read, at once in its row. A list of unread leads keeps it until it is fetched again. */
export function useReadMarks(projectId: string, view: View, open: Opportunity | undefined): void {
  const queryClient = useQueryClient()
  const { queryKey } = leadsQuery(projectId, view)
  const id = open?.unread ? open.id : null

  const mark = useEffectEvent((read: string) => {
    const show = () => {
      queryClient.setQueryData(queryKey, (pages) => pages && withReadMark(pages, read))
      queryClient.setQueryData(leadQuery(read).queryKey, (lead) => lead && { ...lead, unread: false })
    }
    show()
    // A page that is being fetched may be older.
    void pendingFetch(queryClient, queryKey)?.then(show)
    // If it fails, the lead is unread the next time the list is fetched.
    sendReadMark(read).catch(() => {})
  })
  useEffect(() => {
    if (id !== null) mark(id)
  }, [id])
}

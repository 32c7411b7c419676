import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { pendingFetch } from '#platform/web/api/fetches.ts'
import { onChanges } from '#platform/web/live/changes.ts'
import { changes } from '../api.ts'
import { conversationsOf } from './pages.ts'
import { conversationsQuery, type Reader, statesMost, statesOf } from './queries.ts'
import type { InboxState } from './use-inbox.ts'

/** Shows in the rows of the list what arrived and what others changed. No row moves or disappears. */
export function useChangedConversations(reader: Reader, { view, showStates }: InboxState): void {
  const queryClient = useQueryClient()
  const { queryKey } = conversationsQuery(reader, view)
  // One after the other, so that no answer overwrites a newer one.
  const queue = useRef(Promise.resolve())

  const show = useEffectEvent(async () => {
    // A page that is being fetched may be older than the change.
    await pendingFetch(queryClient, queryKey)
    const ids = conversationsOf(queryClient.getQueryData(queryKey)).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += statesMost) {
      const some = ids.slice(from, from + statesMost)
      for (;;) {
        const sent = changes.sent()
        await sent
        const states = await statesOf(reader, some)
        // Otherwise something was changed here meanwhile.
        if (changes.sent() !== sent) continue
        showStates(states)
        break
      }
    }
  })
  useEffect(
    () =>
      onChanges((changed) => {
        if (changed !== null && !changed.some(({ kind }) => kind === 'messages')) return
        // Errors are ignored: the next change or visit shows the rows as they are.
        queue.current = queue.current.then(() => show()).catch(() => {})
      }),
    [],
  )
}

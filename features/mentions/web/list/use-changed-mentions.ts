import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { pendingFetch } from '#platform/web/api/fetches.ts'
import type { Query } from '#platform/web/api/query-string.ts'
import { onChanges } from '#platform/web/live/changes.ts'
import { call } from '../api.ts'
import { mentionsOf, withStates } from '../pages.ts'
import { changedMax, changedQuery, mentionsQuery } from '../queries.ts'
import { changes } from '../send.ts'
import type { Place, View } from '../view.ts'

/** Shows in the rows of a list what others handled and what was deleted on Reddit. No row moves or disappears. */
export function useChangedMentions(project: Place, view: View): void {
  const queryClient = useQueryClient()
  const { queryKey } = mentionsQuery(project, view)
  // One after the other, so that no answer overwrites a newer one.
  const queue = useRef(Promise.resolve())

  const show = useEffectEvent(async () => {
    // A page that is being fetched may be older than the change.
    await pendingFetch(queryClient, queryKey)
    const ids = mentionsOf(queryClient.getQueryData(queryKey)).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += changedMax) {
      const { data } = await fetchSettled(changedQuery(project, ids.slice(from, from + changedMax)))
      queryClient.setQueryData(queryKey, (pages) => pages && withStates(pages, data))
    }
  })
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes !== null && !changes.some(({ kind }) => kind === 'mentions')) return
        // Errors are ignored: the next change or visit shows the rows as they are.
        queue.current = queue.current.then(() => show()).catch(() => {})
      }),
    [],
  )
}

/** Fetches mentions until nothing is changed here meanwhile, so that the user's own latest changes are kept. */
async function fetchSettled(query: Query) {
  for (;;) {
    const sent = changes.sent()
    await sent
    const answer = await call('mentionsFind', { query })
    if (changes.sent() === sent) return answer
  }
}

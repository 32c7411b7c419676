import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate, pendingFetch } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Teammate } from '#platform/web/session/teammates.ts'
import type { Conversation } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { without, withReturned, withStates } from './pages.ts'
import { conversationQuery, conversationsQuery, latestQuery, type Reader } from './queries.ts'
import { belongsIn, type View } from './view.ts'

/** What a user can change about a conversation. */
type Changeable = 'state' | 'snoozedUntil' | 'priority' | 'labels' | 'unread'
export type Change = Partial<Pick<Conversation, Changeable>> & { assignee?: Teammate | null }

/**
 * Changes conversations: shown at once, sent in order, and reverted if the server refuses. `undoLast` undoes the latest
 * change with a notice.
 */
export function useChanges(reader: Reader, view: View, onUndone: (conversation: Conversation) => void) {
  const queryClient = useQueryClient()
  const undos = useRef<(() => void)[]>([])
  const { queryKey } = conversationsQuery(reader, view)

  function show(conversation: Conversation): void {
    queryClient.setQueryData(
      conversationQuery(conversation.id).queryKey,
      (known) => known && { ...known, ...conversation },
    )
    const belongs = belongsIn(conversation, view, reader.me)
    const edit = () =>
      void queryClient.setQueryData(
        queryKey,
        (pages) => pages && (belongs ? withReturned(pages, conversation) : without(pages, conversation.id)),
      )
    edit()
    // Otherwise, one that left the list would count as new.
    if (!belongs) {
      queryClient.setQueryData(latestQuery(reader, view).queryKey, (latest) =>
        latest?.filter(({ id }) => id !== conversation.id),
      )
    }
    // A page that is being fetched will be appended to the list as it was when the fetch started.
    void pendingFetch(queryClient, queryKey)?.then(edit)
  }

  async function send(before: Conversation, change: Change): Promise<boolean> {
    const { assignee, ...others } = change
    const data = { ...others, ...(assignee !== undefined && { assignee: assignee?.id ?? null }) }
    const done = await withErrorToast(() =>
      changes.send(() => call('conversationsUpdate', { id: before.id, body: { data } })),
    )
    if (!done) show(before)
    refetchOthers()
    return done
  }

  /** Fetches counts again, and other lists once they are shown. */
  function refetchOthers(): void {
    queryClient.removeQueries({ queryKey: ['conversations', reader.projectId], type: 'inactive' })
    invalidate(queryClient, { queryKey: ['inbox-figures', reader.projectId] })
  }

  /** Changes a conversation. With a title, a notice offers to undo it. */
  function change(before: Conversation, change: Change, title?: string): void {
    show(changed(before, change))
    if (title === undefined) return void send(before, change)
    const undo = () => {
      forget()
      show(before)
      onUndone(before)
      void send(changed(before, change), reverse(before, change))
    }
    const close = notify({ id: 'conversation change', title, undo })
    const forget = () => {
      // A later change has its own notice, in the place of this one.
      if (undos.current.at(-1) === undo) close()
      undos.current = undos.current.filter((other) => other !== undo)
    }
    undos.current.push(undo)
    void send(before, change).then((done) => done || forget())
  }

  /** Shows in the list what others changed about its conversations. No row moves or disappears. */
  function showStates(states: readonly Conversation[]): void {
    queryClient.setQueryData(queryKey, (pages) => pages && withStates(pages, states))
  }

  return { change, showStates, undoLast: () => undos.current.at(-1)?.() }
}

/** Returns a conversation after a change. */
export function changed(conversation: Conversation, { assignee, ...change }: Change): Conversation {
  const after = { ...conversation, ...change }
  if (after.state !== 'snoozed') after.snoozedUntil = null
  if (assignee === undefined) return after
  return { ...after, assignee: assignee && { id: assignee.id, documentId: assignee.id, email: assignee.name } }
}

/** Returns the change that brings a conversation back to how it was. */
export function reverse(before: Conversation, change: Change): Change {
  const { assignee } = before
  return {
    ...(change.state !== undefined && { state: before.state, snoozedUntil: before.snoozedUntil }),
    ...(change.unread !== undefined && { unread: before.unread }),
    ...(change.priority !== undefined && { priority: before.priority }),
    ...(change.labels !== undefined && { labels: before.labels }),
    ...(change.assignee !== undefined && { assignee: assignee ? { id: assignee.id, name: assignee.email } : null }),
  }
}

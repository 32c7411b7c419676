import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { invalidate } from '#platform/web/api/fetches.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusSearch } from '#platform/web/forms/search-field.tsx'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsExtraWide, useIsWide } from '#platform/web/page/wide.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Teammate } from '#platform/web/session/teammates.ts'
import type { Conversation } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { conversationCommands, viewCommands } from './commands.ts'
import { composerId, rowId, searchId } from './element-ids.ts'
import { nameOf } from './labels.ts'
import { conversationsOf, neighbor } from './pages.ts'
import { conversationQuery, conversationsQuery, type Reader } from './queries.ts'
import { type Change, changed, useChanges } from './use-changes.ts'
import { belongsIn, readView, type View, viewParams } from './view.ts'

export type InboxState = ReturnType<typeof useInbox>

/** Returns the state of the inbox: the list, the open conversation, and the actions by pointer or key. */
export function useInbox(reader: Reader) {
  const selection = useSelection(reader)
  const { view, conversations, selectedId, selected, wide, go } = selection
  const user = useUser()
  const queryClient = useQueryClient()
  const mayChange = useMay('changeOutreach') !== false
  const [snoozing, setSnoozing] = useState(false)
  const [writing, setWriting] = useState(false)
  const [begunId, setBegunId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { change, showStates, undoLast } = useChanges(reader, view, (conversation) => {
    if (wide || selectedId !== null) go(view, conversation.id, true)
    setAnnouncement('Undone')
  })

  // A conversation is read once it is open, and what arrives meanwhile too.
  const lastRead = useRef('')
  const arrival = selected?.unread && mayChange ? `${selected.id} ${selected.lastAt}` : null
  const read = useEffectEvent(() => selected && change(selected, { unread: false }))
  useEffect(() => {
    // Tried once, even if the server refuses.
    if (arrival === null || lastRead.current === arrival) return
    lastRead.current = arrival
    read()
  }, [arrival])

  /** Marks a conversation as unread, and closes it, since an open one is read. */
  function markUnread(conversation: Conversation): void {
    lastRead.current = ''
    go(view, null, true)
    change(conversation, { unread: true }, 'Marked unread')
  }

  /** Changes a conversation, and opens the next one if it leaves the list. */
  function update(conversation: Conversation, what: Change, title?: string): void {
    const leaves = !belongsIn(changed(conversation, what), view, reader.me)
    if (leaves && conversation.id === selectedId) {
      const next = wide ? neighbor(conversations, conversation.id) : null
      go(view, next?.id ?? null, true)
      setAnnouncement(next ? `Next: ${nameOf(next)}` : 'No conversation open')
    }
    change(conversation, what, title)
  }

  function finish(conversation: Conversation): void {
    if (conversation.state === 'done') update(conversation, { state: 'open' }, 'Conversation reopened')
    else update(conversation, { state: 'done' }, 'Marked done')
  }

  function assign(conversation: Conversation, assignee: Teammate | null): void {
    const title = assignee === null ? 'Unassigned' : `Assigned to ${assignee.id === user?.id ? 'you' : assignee.name}`
    update(conversation, { assignee }, title)
  }

  function move(step: 1 | -1): void {
    const index = conversations.findIndex(({ id }) => id === selectedId)
    const next = conversations[index === -1 ? 0 : index + step]
    if (!next) return
    go(view, next.id, true)
    focusRow(rowId(next.id))
  }

  /** Opens a conversation that was just begun, to write in it. */
  function begin(id: string): void {
    setBegunId(id)
    go(view, id, false)
    refetchList()
  }

  /** Deletes a conversation in which nothing was sent. Throws CallError. */
  async function discard({ id }: Conversation): Promise<void> {
    await changes.send(() => call('conversationsDelete', { id }))
    go(view, null, true)
    refetchList()
  }

  function refetchList(): void {
    invalidate(queryClient, { queryKey: ['conversations', reader.projectId] })
    invalidate(queryClient, { queryKey: ['inbox-figures', reader.projectId] })
  }

  const close = () => go(view, null, true)
  useCommands(
    'Conversation',
    conversationCommands(
      selected,
      {
        ...{ move, finish, undo: undoLast, openSnoozes: () => setSnoozing(true) },
        answer: () => document.getElementById(composerId)?.focus(),
        claim: (conversation) => user && assign(conversation, { id: user.id, name: user.email }),
        close: wide && selectedId !== null ? close : null,
      },
      mayChange,
    ),
  )
  useCommands(
    'View',
    viewCommands(view, {
      onView: (next) => go(next, null, false),
      search: () => focusSearch(searchId),
      write: reader.channel === 'mail' && mayChange ? () => setWriting(true) : null,
    }),
  )
  return {
    ...{
      ...selection,
      mayChange,
      snoozing,
      setSnoozing,
      writing,
      setWriting,
      begunId,
      begin,
      discard,
      me: reader.me,
      channel: reader.channel,
      update,
      finish,
      assign,
      markUnread,
      close,
      announcement,
      showStates,
    },
  }
}

/** Returns the view in the address, its conversations, and the open one. */
function useSelection(reader: Reader) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const [wide, extraWide] = [useIsWide(), useIsExtraWide()]
  const view = readView(params)
  const list = useInfiniteQuery(conversationsQuery(reader, view))
  const conversations = useMemo(() => conversationsOf(list.data), [list.data])
  const [selectedId, setOpenId] = useOpenRow(params.get('conversation'))
  /** The conversation that is open or was open last. */
  const [lastId, setLastId] = useState(selectedId)
  if (selectedId !== null && selectedId !== lastId) setLastId(selectedId)
  const single = useQuery({ ...conversationQuery(selectedId ?? ''), enabled: selectedId !== null })
  const listed = conversations.find(({ id }) => id === selectedId)
  const selected = selectedId === null ? undefined : (single.data ?? listed)
  const go = (next: View, conversation: string | null, replace: boolean) => {
    setOpenId(conversation)
    // The next one was opened from the list too if the one that it replaces was.
    setParams(viewParams(next, conversation), { replace, preventScrollReset: true, state: replace ? state : null })
  }
  const error = selected ? null : single.error
  return { wide, extraWide, view, list, conversations, selectedId, lastId, selected, error, setOpenId, go }
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusSearch } from '#platform/web/forms/search-field.tsx'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsWide } from '#platform/web/page/wide.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Mention, MuteKind } from '../contract.ts'
import { mentionCommands, readerCommands, viewCommands } from './commands.ts'
import { handledText } from './labels.ts'
import { rowId, searchId } from './list/element-ids.ts'
import { mentionsOf, neighbor } from './pages.ts'
import { mentionQuery, mentionsQuery } from './queries.ts'
import { useChanges } from './use-changes.ts'
import { belongsIn, listKey, type Place, readView, type View, viewParams } from './view.ts'

export type MentionsState = ReturnType<typeof useMentions>

/** Returns the state of the mentions screen: the list, the open mention, and the actions by pointer or key. */
export function useMentions(project: Place) {
  const selection = useSelection(project)
  const { view, mentions, selectedId, selected, wide, go } = selection
  const mayDecide = useMay('decide') !== false
  const choice = useChosen(`${project.id} ${listKey(view)}`, mentions)
  const [muting, setMuting] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { handle, mute, unmute, undoLast } = useChanges(project, view, ([mention]) => {
    if (mention && (wide || selectedId !== null)) go(view, mention.id, true)
    setAnnouncement('Undone')
  })

  /** Opens the mention after those that leave the list, if the open one leaves. */
  function leave(leaving: readonly Mention[]): void {
    if (selectedId === null || !leaving.some(({ id }) => id === selectedId)) return
    const next = neighbor(
      mentions,
      selectedId,
      leaving.map(({ id }) => id),
    )
    go(view, next?.id ?? null, true)
    setAnnouncement(next ? `Next: ${next.sentence}` : 'No mentions left')
  }

  function handleAll(chosen: readonly Mention[], handled: boolean): void {
    if (!belongsIn({ handled }, view.status)) leave(chosen)
    handle(chosen, handled)
  }

  /** Handles the chosen mentions, with one notice and one undo for all of them. */
  function handleChosen(handled: boolean): void {
    const changed = choice.chosen.filter((mention) => mention.handled !== handled)
    choice.clear()
    handleAll(changed, handled)
    if (changed.length > 0) setAnnouncement(handledText(handled, changed.length))
  }

  function muteLike(mention: Mention, kind: MuteKind): void {
    setMuting(false)
    leave(mentions.filter((other) => other.id === mention.id || isAlike(other, mention, kind)))
    void mute(mention, kind)
  }

  function move(step: 1 | -1): void {
    const index = mentions.findIndex(({ id }) => id === selectedId)
    const next = mentions[index === -1 ? 0 : index + step]
    if (!next) return
    go(view, next.id, true)
    focusRow(rowId(next.id))
  }

  const close = () => go(view, null, true)
  useCommands(
    'Mention',
    mentionCommands(selected, choice.chosen, {
      ...{ move, undo: undoLast, mute: muteLike, openMutes: () => setMuting(true) },
      handle: (mention) => handleAll([mention], !mention.handled),
      ...{ handleChosen, choose: (mention) => choice.choose(mention.id, false) },
      ...{ chooseAll: choice.chooseAll, clearChoice: choice.clear },
      close: wide && selectedId !== null ? close : null,
    }).filter(({ id }) => mayDecide || readerCommands.includes(id)),
  )
  useCommands(
    'View',
    viewCommands(view, { onView: (next) => go(next, null, false), search: () => focusSearch(searchId) }),
  )
  return {
    ...{ ...selection, mayDecide, muting, setMuting, handleAll, muteLike, unmute, announcement, close },
    ...{ choice, handleChosen },
  }
}

/** Returns whether a mention is muted together with another one, as far as it is known here. */
function isAlike(one: Mention, other: Mention, kind: MuteKind): boolean {
  if (kind === 'author') return one.author !== null && one.author.toLowerCase() === other.author?.toLowerCase()
  return kind === 'community' && one.subreddit.toLowerCase() === other.subreddit.toLowerCase()
}

/** Returns the view in the address, its mentions, and the open one. */
function useSelection(project: Place) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const wide = useIsWide()
  const view = readView(params)
  const list = useInfiniteQuery(mentionsQuery(project, view))
  const mentions = useMemo(() => mentionsOf(list.data), [list.data])
  const [selectedId, setOpenId] = useOpenRow(params.get('mention'))
  /** The mention that is open or was open last. */
  const [lastId, setLastId] = useState(selectedId)
  if (selectedId !== null && selectedId !== lastId) setLastId(selectedId)
  const listed = mentions.find(({ id }) => id === selectedId)
  const single = useQuery({
    ...mentionQuery(selectedId ?? ''),
    enabled: selectedId !== null && list.isFetched && !listed,
  })
  const selected = listed ?? (selectedId === null ? undefined : single.data)
  const go = (next: View, mention: string | null, replace: boolean) => {
    setOpenId(mention)
    // The next mention was opened from the list too if the one that it replaces was.
    setParams(viewParams(next, mention), { replace, preventScrollReset: true, state: replace ? state : null })
  }
  return { wide, view, list, mentions, selectedId, lastId, selected, error: single.error, setOpenId, go }
}

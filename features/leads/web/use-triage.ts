import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { type Look, readView, type View, viewParams } from '#engine/rules/lead-view.ts'
import { hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { focusSearch } from '#platform/web/forms/search-field.tsx'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsExtraWide, useIsWide } from '#platform/web/page/wide.ts'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { leadCommands, readerCommands, viewCommands } from './commands.ts'
import type { Decision } from './decisions.ts'
import { bulkText, staysInTab } from './decisions.ts'
import { changes } from './list/changes.ts'
import { storedLook, storeLook } from './list/look.ts'
import { reordered } from './list/order.ts'
import { rowId } from './list/row.tsx'
import { useReadMarks } from './list/use-read-marks.ts'
import { leadsOf, neighbor } from './pages.ts'
import { leadQuery, leadsQuery } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import { belongsInTab, searchId, viewKey } from './view.ts'

export type Triage = ReturnType<typeof useTriage>

/** Returns the state of the leads screen: the list, the open lead, and the actions by pointer or key. */
export function useTriage(projectId: string) {
  const selection = useSelection(projectId)
  const { wide, view, look, list, leads, openId, selectedId, lastId, selected, error, setOpenId, go } = selection
  const navigate = useNavigate()
  const { state } = useLocation()
  useReadMarks(projectId, view, selected)
  const mayDecide = useMay('decide') !== false
  const [rejecting, setRejecting] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const choice = useChosen(viewKey(view), leads)
  const { decideAll, undoLast, left } = useDecisions(projectId, view, ([lead]) => {
    if ((wide || selectedId !== null) && lead && belongsInTab(lead, view.tab)) go(view, lead.id, true)
    setAnnouncement('Undone')
  })

  function decideSelected(decision: Decision) {
    if (!selected) return
    setRejecting(false)
    const next = neighbor(leads, selected.id)
    decideAll([selected], decision)
    if (staysInTab(selected, decision, view.tab)) return
    go(view, next?.id ?? null, true)
    setAnnouncement(next?.post ? `Next: ${nameOf(next.post)}` : 'No leads left')
  }

  /** Decides about the chosen leads, or else about the open one. */
  function decide(decision: Decision) {
    if (choice.chosen.length === 0) return decideSelected(decision)
    setRejecting(false)
    const changed = choice.chosen.filter((lead) => changes(lead, decision))
    if (changed.length === 0) return
    const leaving = changed.filter((lead) => !staysInTab(lead, decision, view.tab)).map(({ id }) => id)
    decideAll(changed, decision)
    choice.clear()
    setAnnouncement(bulkText(decision, changed.length))
    if (selectedId === null || !leaving.includes(selectedId)) return
    go(view, wide ? (neighbor(leads, selectedId, leaving)?.id ?? null) : null, true)
  }

  function move(step: 1 | -1) {
    const index = leads.findIndex((lead) => lead.id === selectedId)
    const next = leads[index === -1 ? 0 : index + step]
    if (!next) return
    // The row of the open lead is in the document, however far away it is.
    flushSync(() => setOpenId(next.id))
    go(view, next.id, true)
    focusRow(rowId(next.id))
  }

  /** A lead opened from the list returns to it; one opened by its address goes to the list. */
  const close = () => {
    if (state !== 'from list') return go(view, null, true)
    // The lead may not be in the address yet, and going back would then leave it open.
    setOpenId(null)
    void navigate(-1)
  }
  const chooseLook = (next: Look) => {
    storeLook(next)
    go({ ...view, look: next }, openId, true)
  }

  const actions = {
    me: useUser()?.id ?? '',
    ...{ move, decide, reject: () => setRejecting(true), undo: undoLast },
    choose: (id: string) => choice.choose(id, false),
    chooseAll: choice.chooseAll,
    clearChoice: choice.clear,
  }
  useCommands(
    'Lead',
    leadCommands(selected, choice.chosen, actions).filter(({ id }) => mayDecide || readerCommands.includes(id)),
  )
  /** Whether an open lead can be closed beside the list: beside cards, one is always open. */
  const closable = wide && look === 'table'
  useCommands(
    'View',
    viewCommands(view, {
      onView: (next) => go(next, null, false),
      search: () => focusSearch(searchId),
      close: closable && selectedId !== null && choice.chosen.length === 0 ? close : null,
    }),
  )

  return {
    ...{ wide, view, look, list, leads, selectedId, selected, error, setOpenId, go, close, closable },
    ...{ mayDecide, decide, decideSelected, choice, rejecting, setRejecting, left, announcement, lastId },
    /** Null: the page is too narrow for a table. */
    onLook: useIsExtraWide() ? chooseLook : null,
    /** Whether the leads haven't been fetched for the first time. */
    isWaiting: list.isPending && !hasFailed(list),
    /** Whether no lead is open beside the list, which then fills the screen. */
    isListAlone: selectedId === null && (closable || !list.isPending || hasFailed(list)),
  }
}

/** Returns the view in the address, its leads, and the open one. */
function useSelection(projectId: string) {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const wide = useIsWide()
  const view = readView(params)
  const look = useIsExtraWide() ? (view.look ?? storedLook()) : 'cards'
  const list = useInfiniteQuery(leadsQuery(projectId, view))
  const { sort, weights } = view
  const leads = useMemo(() => {
    const loaded = leadsOf(list.data)
    return sort === 'now' && weights ? reordered(loaded, weights, Date.now()) : loaded
  }, [list.data, sort, weights])
  const [openId, setOpenId] = useOpenRow(params.get('lead'))
  // Beside cards, the first lead is open by default. A table has the whole width until a lead is opened.
  const selectedId = openId ?? (wide && look === 'cards' ? (leads[0]?.id ?? null) : null)
  /** The lead that is open or was open last. */
  const [lastId, setLastId] = useState(selectedId)
  if (selectedId !== null && selectedId !== lastId) setLastId(selectedId)
  const listed = leads.find((lead) => lead.id === selectedId)
  const single = useQuery({ ...leadQuery(selectedId ?? ''), enabled: selectedId !== null && list.isFetched && !listed })
  const selected = listed ?? (selectedId === null ? undefined : single.data)
  const go = (next: View, lead: string | null, replace: boolean) => {
    setOpenId(lead)
    // The next lead was opened from the list too if the one that it replaces was.
    setParams(viewParams(next, lead), { replace, preventScrollReset: true, state: replace ? state : null })
  }
  return { wide, view, look, list, leads, openId, selectedId, lastId, selected, error: single.error, setOpenId, go }
}

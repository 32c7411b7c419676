import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { LeadRunResult, RunChoice } from '#features/discovery/contract.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import { useChosen } from '#platform/web/lists/chosen.ts'
import { focusRow } from '#platform/web/lists/row-in-sight.ts'
import { useOpenRow } from '#platform/web/page/open-row.ts'
import { useIsWide } from '#platform/web/page/wide.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { Opportunity } from '../../contract.ts'
import { leadCommands } from '../commands.ts'
import { bulkText, type Decision, inverseOf, sendDecision } from '../decisions.ts'
import { rowId } from '../list/row.tsx'
import { leadQuery } from '../queries.ts'

import { call } from './api.ts'
import { asLead } from './as-lead.ts'
import { changesResult, chosenText } from './choices.ts'
import { resultCommands } from './commands.ts'
import { resultQuery, resultsQuery } from './queries.ts'
import { type FindView, findParams, type ResultsView } from './view.ts'

/** A result, and the form of a lead in which it is shown. */
export interface Found {
  result: LeadRunResult
  lead: Opportunity
}

export type ResultsState = ReturnType<typeof useResults>

/** Returns the state of a run's results: the list, the open one, and the actions by pointer or key. */
export function useResults(projectId: string, view: FindView & { run: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const wide = useIsWide()
  const mayDecide = useMay('decide') === true
  const user = useUser()
  const list = useInfiniteQuery(resultsQuery(view.run, view))
  const found = useMemo(
    () => (list.data?.pages ?? []).flatMap(({ data }) => data.map((result) => foundOf(result, undefined))),
    [list.data],
  )
  const [rejecting, setRejecting] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const undoLast = useRef<(() => void) | null>(null)

  // Beside the list, the first result is open by default.
  const [openId, setOpenId] = useOpenRow(view.result)
  const selectedId = openId ?? (wide ? (found[0]?.result.id ?? null) : null)
  const [lastId, setLastId] = useState(selectedId)
  if (selectedId !== null && selectedId !== lastId) setLastId(selectedId)
  const listed = found.find(({ result }) => result.id === selectedId)?.result
  const single = useQuery({
    ...resultQuery(view.run, selectedId ?? ''),
    enabled: selectedId !== null && list.isFetched && !listed,
  })
  const result = listed ?? (selectedId === null ? undefined : single.data)
  const leadId = result?.lead?.id
  const known = useQuery({ ...leadQuery(leadId ?? ''), enabled: leadId !== undefined })
  const selected = result && foundOf(result, leadId === undefined ? undefined : known.data)
  const choice = useChosen(
    JSON.stringify([view.run, view.show, view.labels]),
    useMemo(() => found.map(({ lead, result: { id } }) => ({ ...lead, id })), [found]),
  )

  const go = (next: Partial<FindView>, replace: boolean) => {
    if (next.result !== undefined) setOpenId(next.result)
    setParams(findParams({ ...view, ...next }), { replace, preventScrollReset: true })
  }
  const refetch = () => queryClient.invalidateQueries({ queryKey: ['lead-run', view.run] })

  function move(step: 1 | -1) {
    const index = found.findIndex((each) => each.result.id === selectedId)
    const next = found[index === -1 ? 0 : index + step]
    if (!next) return
    go({ result: next.result.id }, true)
    focusRow(rowId(next.result.id))
  }

  /** Applies a choice to the chosen results, or else to the open one. */
  async function choose(wanted: RunChoice) {
    const about = choice.chosen.length > 0 ? found.filter((each) => choice.isChosen(each.result.id)) : [selected]
    const changed = about.flatMap((each) => (each && changesResult(each.result, wanted) ? [each.result] : []))
    if (changed.length === 0) return
    const ids = changed.map(({ id }) => id)
    choice.clear()
    if (ids.length === 1 && wanted !== 'none') move(1)
    const send = (next: RunChoice) =>
      withErrorToast(() => call('runChoicePut', { id: view.run, body: { data: { results: ids, choice: next } } }))
    const sent = await send(wanted)
    await refetch()
    if (!sent) return
    const title = chosenText(wanted, ids.length)
    setAnnouncement(title)
    const undo = async () => {
      undoLast.current = null
      await send(wanted === 'none' ? 'dismissed' : 'none')
      await refetch()
    }
    undoLast.current = () => void undo()
    notify({ id: 'choice', title, undo: () => void undo() })
  }

  /** Adds results to the leads, and returns the IDs of all their leads; null if that failed. */
  async function toLeads(results: readonly LeadRunResult[]): Promise<string[] | null> {
    const ids = results.filter(({ lead }) => lead === null).map(({ id }) => id)
    const body = { data: { results: ids, choice: 'added' as const } }
    if (ids.length > 0 && !(await withErrorToast(() => call('runChoicePut', { id: view.run, body })))) return null
    await refetch()
    const found = await Promise.all(results.map(({ id }) => queryClient.fetchQuery(resultQuery(view.run, id))))
    return found.flatMap(({ lead }) => (lead ? [lead.id] : []))
  }

  /** Decides about the open result's lead. */
  async function decide(decision: Decision) {
    const lead = selected?.lead
    if (!lead || leadId === undefined) return
    setRejecting(false)
    const send = (next: Decision) => withErrorToast(() => sendDecision(leadId, next))
    const show = async () => {
      await queryClient.invalidateQueries({ queryKey: leadQuery(leadId).queryKey })
      await refetch()
    }
    const sent = await send(decision)
    await show()
    if (!sent) return
    queryClient.removeQueries({ queryKey: ['opportunities', projectId], type: 'inactive' })
    const undo = async () => {
      undoLast.current = null
      await send(inverseOf(decision, lead))
      await show()
    }
    undoLast.current = () => void undo()
    notify({ id: 'choice', title: bulkText(decision, 1), undo: () => void undo() })
  }

  const isLead = leadId !== undefined && choice.chosen.length === 0
  const commands = leadCommands(selected?.lead, isLead ? [] : choice.chosen, {
    me: user?.id ?? '',
    ...{ move, decide: (decision: Decision) => void decide(decision), reject: () => setRejecting(true) },
    undo: () => undoLast.current?.(),
    choose: () => selectedId && choice.choose(selectedId, false),
    chooseAll: choice.chooseAll,
    clearChoice: choice.clear,
  })
  useCommands(
    'Result',
    resultCommands(commands, {
      isLead,
      mayDecide,
      hasResult: selected !== undefined,
      choose: (next) => void choose(next),
    }),
  )

  return {
    ...{ wide, list, found, selectedId, selected, lastId, mayDecide, choice, announcement, rejecting, setRejecting },
    error: single.error,
    isLead: leadId !== undefined,
    toLeads,
    choose: (wanted: RunChoice) => void choose(wanted),
    decide: (decision: Decision) => void decide(decision),
    filter: (next: ResultsView) => go({ ...next, result: null }, false),
    open: setOpenId,
    hrefOf: (id: string) => `?${findParams({ ...view, result: id })}`,
    close: (fromList: boolean) => (fromList ? void navigate(-1) : go({ result: null }, true)),
    changeCriteria: () => void navigate({ search: String(findParams({ from: view.run })) }),
  }
}

function foundOf(result: LeadRunResult, lead: Opportunity | undefined): Found {
  return { result, lead: asLead(result, lead) }
}

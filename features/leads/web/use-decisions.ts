import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { invalidate, pendingFetch } from '#platform/web/api/fetches.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { Opportunity } from '../contract.ts'
import type { Decision } from './decisions.ts'
import { applyDecision, decisionText, inverseOf, sendDecision } from './decisions.ts'
import { positionOf, withLead, withLeadAt } from './pages.ts'
import { leadQuery, leadsQuery } from './queries.ts'
import type { View } from './view.ts'
import { belongsInTab } from './view.ts'

/**
 * Decides about leads: shown at once, sent in order, and reverted if the server refuses. `undoLast` undoes the latest
 * decision; `onUndone` is called with its lead.
 */
export function useDecisions(projectId: string, view: View, onUndone: (lead: Opportunity) => void) {
  const user = useUser()
  const undos = useRef<(() => void)[]>([])
  const undone = useRef(onUndone)
  useEffect(() => {
    undone.current = onUndone
  })
  const { show, left, send } = useOptimisticLeads(projectId, view)

  /** Returns whether the lead stays in the tab. */
  function decide(before: Opportunity, decision: Decision): boolean {
    const after = applyDecision(before, decision, { by: user?.username ?? '', at: new Date().toISOString() })
    const restore = show(before, after)
    const revert = () => {
      undos.current = undos.current.filter((other) => other !== undo)
      closeNotice()
      restore()
    }
    const undo = () => {
      revert()
      undone.current(before)
      send(before.id, inverseOf(decision, before), () => show(before, after))
    }
    undos.current.push(undo)
    const closeNotice = notify({ title: decisionText(decision), undo })
    send(before.id, decision, revert)
    return belongsInTab(after, view.tab)
  }

  return { decide, undoLast: () => undos.current.at(-1)?.(), left }
}

/** Shows leads as decided here until fetched data includes the decisions. */
function useOptimisticLeads(projectId: string, view: View) {
  const queryClient = useQueryClient()
  const own = useRef(new Map<string, Opportunity>())
  const listKey = leadsQuery(projectId, view).queryKey

  /** Shows a lead as it is now, in the list or removed from it. Returns a function that reverts this. */
  function show(before: Opportunity, after: Opportunity): () => void {
    const list = queryClient.getQueryData(listKey)
    const position = list && positionOf(list, before.id)
    const write = (lead: Opportunity) => {
      own.current.set(lead.id, lead)
      queryClient.setQueryData(leadQuery(lead.id).queryKey, lead)
      const edit = () =>
        void queryClient.setQueryData(listKey, (now) => {
          if (!now) return now
          if (!belongsInTab(lead, view.tab)) return withLead(now, lead.id, null)
          return position ? withLeadAt(now, lead, position) : withLead(now, lead.id, lead)
        })
      edit()
      // A page that is being fetched will be appended to the list as it was when the fetch started.
      void pendingFetch(queryClient, listKey)?.then(edit)
    }
    write(after)
    return () => write(before)
  }

  function send(id: string, decision: Decision, revert: () => void): void {
    sendDecision(id, decision)
      .catch((error: unknown) => {
        revert()
        leaveWhenSignedOut(error)
        const missing = statusOf(error) === 404
        notify({ title: missing ? 'This lead no longer exists' : messageOf(error), color: 'red' })
        // Another user was faster, or the project no longer matches it.
        if (missing || statusOf(error) === 409) invalidate(queryClient, { queryKey: listKey })
      })
      .then(() => refetchOthers(id))
  }

  /** Fetches other views than the edited one again: now if shown, otherwise once they are. */
  async function refetchOthers(id: string): Promise<void> {
    const edited = hashKey(listKey)
    const all = ['opportunities', projectId]
    const shown = own.current.get(id)
    queryClient.removeQueries({ queryKey: all, type: 'inactive' })
    invalidate(queryClient, { queryKey: all, predicate: ({ queryHash }) => queryHash !== edited })
    await queryClient.invalidateQueries({ queryKey: ['opportunities-latest', projectId] })
    // From here on the server's answer counts, unless there was another decision meanwhile.
    if (own.current.get(id) === shown) own.current.delete(id)
  }

  /** Leads that left the tab by decisions that fetched data may not include yet. */
  const left = () =>
    new Set([...own.current.values()].filter((lead) => !belongsInTab(lead, view.tab)).map(({ id }) => id))

  return { show, send, left }
}

function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null
}

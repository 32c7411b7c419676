import type { Opportunity } from '@earshot/contract/entities'
import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '../../../ui/toast.tsx'
import { CallError, messageOf } from '../../call-error.ts'
import { useUser } from '../../project.ts'
import { leaveWhenSignedOut } from '../../query-client.ts'
import type { Decision } from './decisions.ts'
import { decided, decisionText, opposite, sendDecision } from './decisions.ts'
import { placeOf, withLead, withLeadAt } from './pages.ts'
import { latestQuery, leadQuery, leadsQuery } from './queries.ts'
import type { View } from './view.ts'
import { belongs } from './view.ts'

/**
 * Decides about leads: shown at once, sent in the order in which they were made, taken back where the server refuses.
 * `undoLast` takes back the latest one; `onUndone` hears of it.
 */
export function useDecisions(projectId: string, view: View, onUndone: (lead: Opportunity) => void) {
  const queryClient = useQueryClient()
  const user = useUser()
  const undos = useRef<(() => void)[]>([])
  const undone = useRef(onUndone)
  useEffect(() => {
    undone.current = onUndone
  })
  const gone = useRef(new Set<string>())
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const unsent = useRef<string[]>([])
  const listKey = leadsQuery(projectId, view).queryKey

  /** Returns whether the lead stays in the tab. */
  function decide(before: Opportunity, decision: Decision): boolean {
    const after = decided(before, decision, { by: user?.username ?? '', at: new Date().toISOString() })
    const restore = show(before, after)
    const undo = () => {
      undos.current = undos.current.filter((other) => other !== undo)
      closeNotice()
      restore()
      undone.current(before)
      send(before.id, opposite(decision, before), () => show(before, after))
    }
    undos.current.push(undo)
    const closeNotice = notify({ title: decisionText(decision), undo })
    send(before.id, decision, () => {
      undos.current = undos.current.filter((other) => other !== undo)
      closeNotice()
      restore()
    })
    return belongs(after, view.tab)
  }

  /** Shows a lead as it is now, in the list or out of it. Returns the way back. */
  function show(before: Opportunity, after: Opportunity): () => void {
    const list = queryClient.getQueryData(listKey)
    const place = list && placeOf(list, before.id)
    const write = (lead: Opportunity) => {
      if (belongs(lead, view.tab)) gone.current.delete(lead.id)
      else gone.current.add(lead.id)
      queryClient.setQueryData(leadQuery(lead.id).queryKey, lead)
      queryClient.setQueryData(listKey, (now) => {
        if (!now) return now
        if (!belongs(lead, view.tab)) return withLead(now, lead.id, null)
        return place ? withLeadAt(now, lead, place) : withLead(now, lead.id, lead)
      })
    }
    write(after)
    return () => write(before)
  }

  function send(id: string, decision: Decision, takeBack: () => void): void {
    unsent.current.push(id)
    sending.current = sending.current
      .then(() => sendDecision(id, decision))
      .finally(() => {
        unsent.current = unsent.current.toSpliced(unsent.current.indexOf(id), 1)
      })
      .then(
        () => forget(),
        (error: unknown) => {
          takeBack()
          leaveWhenSignedOut(error)
          const missing = statusOf(error) === 404
          notify({ title: missing ? 'This lead is no longer there' : messageOf(error), color: 'red' })
          // Somebody else was faster, or the project no longer listens for it.
          if (missing || statusOf(error) === 409) void queryClient.invalidateQueries({ queryKey: listKey })
          forget()
        },
      )
  }

  /** Other views than the one that was edited are fetched anew: now where one is looked at, else when it is. */
  function forget(): void {
    const edited = hashKey(listKey)
    const all = ['opportunities', projectId]
    queryClient.removeQueries({ queryKey: all, type: 'inactive' })
    void queryClient.invalidateQueries({ queryKey: all, predicate: ({ queryHash }) => queryHash !== edited })
    void queryClient.invalidateQueries({ queryKey: latestQuery(projectId, view).queryKey })
  }

  return {
    decide,
    undoLast: () => undos.current.at(-1)?.(),
    /** Whether a lead left the tab by a decision, also while the server does not know yet. */
    isDecided: (id: string) => gone.current.has(id),
    /** Whether a decision about a lead is still on its way. */
    isUnsent: (id: string) => unsent.current.includes(id),
  }
}

function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null
}

import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useUser } from '#features/projects/web/project.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { fetchUnderWay, outdate } from '#platform/web/api/fetches.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import type { Moved, Opportunity } from '../contract.ts'
import type { Decision } from './decisions.ts'
import { decided, decisionText, movedText, opposite, sendDecision } from './decisions.ts'
import { placeOf, withLead, withLeadAt } from './pages.ts'
import { leadQuery, leadsQuery } from './queries.ts'
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
  /** What was decided here, until what is fetched says so. */
  const own = useRef(new Map<string, Opportunity>())
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
    let noticed = true
    const notice = {
      id: `decision ${++notices}`,
      title: decisionText(decision),
      undo,
      callback: () => {
        noticed = false
      },
    }
    const closeNotice = notify(notice)
    const takeBack = () => {
      undos.current = undos.current.filter((other) => other !== undo)
      closeNotice()
      restore()
    }
    send(before.id, decision, takeBack, (moved) => {
      const description = movedText(moved)
      if (noticed && description) notify({ ...notice, description })
    })
    return belongs(after, view.tab)
  }

  /** Shows a lead as it is now, in the list or out of it. Returns the way back. */
  function show(before: Opportunity, after: Opportunity): () => void {
    const list = queryClient.getQueryData(listKey)
    const place = list && placeOf(list, before.id)
    const write = (lead: Opportunity) => {
      own.current.set(lead.id, lead)
      queryClient.setQueryData(leadQuery(lead.id).queryKey, lead)
      const edit = () =>
        void queryClient.setQueryData(listKey, (now) => {
          if (!now) return now
          if (!belongs(lead, view.tab)) return withLead(now, lead.id, null)
          return place ? withLeadAt(now, lead, place) : withLead(now, lead.id, lead)
        })
      edit()
      // A page that is on its way is put to the list as it was when that page was asked for.
      void fetchUnderWay(queryClient, listKey)?.then(edit)
    }
    write(after)
    return () => write(before)
  }

  function send(id: string, decision: Decision, takeBack: () => void, onMoved?: (moved: Moved) => void): void {
    sendDecision(id, decision)
      .then(onMoved)
      .catch((error: unknown) => {
        takeBack()
        leaveWhenSignedOut(error)
        const missing = statusOf(error) === 404
        notify({ title: missing ? 'This lead is no longer there' : messageOf(error), color: 'red' })
        // Somebody else was faster, or the project no longer listens for it.
        if (missing || statusOf(error) === 409) outdate(queryClient, { queryKey: listKey })
      })
      .then(() => forget(id))
  }

  /** Other views than the one that was edited are fetched anew: now where one is looked at, else when it is. */
  async function forget(id: string): Promise<void> {
    const edited = hashKey(listKey)
    const all = ['opportunities', projectId]
    const known = own.current.get(id)
    queryClient.removeQueries({ queryKey: all, type: 'inactive' })
    outdate(queryClient, { queryKey: all, predicate: ({ queryHash }) => queryHash !== edited })
    await queryClient.invalidateQueries({ queryKey: ['opportunities-latest', projectId] })
    // From here on the server's word counts; unless something else was decided meanwhile.
    if (own.current.get(id) === known) own.current.delete(id)
  }

  return {
    decide,
    undoLast: () => undos.current.at(-1)?.(),
    /** Leads that left the tab by decisions that what was fetched may not know of yet. */
    left: () => new Set([...own.current.values()].filter((lead) => !belongs(lead, view.tab)).map(({ id }) => id)),
  }
}

/** How many notices there were: each has a name of its own, under which it is written anew. */
let notices = 0

function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null
}

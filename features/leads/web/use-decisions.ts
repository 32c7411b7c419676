import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { View } from '#engine/rules/lead-view.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { invalidate, pendingFetch } from '#platform/web/api/fetches.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { useUser } from '#platform/web/session/project.ts'
import type { Opportunity } from '../contract.ts'
import type { Decision } from './decisions.ts'
import { applyDecision, bulkText, inverseOf, sendDecision } from './decisions.ts'
import { positionOf, withLead, withLeadAt } from './pages.ts'
import { leadQuery, leadsQuery } from './queries.ts'
import { belongsInTab } from './view.ts'

/**
 * Decides about leads: shown at once, sent in order, and reverted if the server refuses. `undoLast` undoes the latest
 * decision; `onUndone` is called with its leads.
 */
export function useDecisions(projectId: string, view: View, onUndone: (leads: readonly Opportunity[]) => void) {
  const user = useUser()
  const undos = useRef<(() => void)[]>([])
  const undone = useRef(onUndone)
  useEffect(() => {
    undone.current = onUndone
  })
  const { show, left, send } = useOptimisticLeads(projectId, view)

  /** Decides about some leads, with one notice and one undo for all of them. */
  function decideAll(leads: readonly Opportunity[], decision: Decision): void {
    const stamp = { user: user?.id ?? '', by: user?.username ?? '', at: new Date().toISOString() }
    const made = new Map(
      leads.map((before) => {
        const after = applyDecision(before, decision, stamp)
        return [before.id, { before, after, restore: show(before, after) }]
      }),
    )
    const forget = () => {
      // A later decision has its own notice, in the place of this one.
      if (undos.current.at(-1) === undo) closeNotice()
      undos.current = undos.current.filter((other) => other !== undo)
    }
    const undo = () => {
      forget()
      const undoing = [...made.values()]
      // Last first: each position counts in the list without the leads removed before.
      for (const { restore } of undoing.toReversed()) restore()
      undone.current(leads)
      send(
        undoing.map(({ before }) => [before.id, inverseOf(decision, before)]),
        (id) => {
          const refused = made.get(id)
          if (refused) show(refused.before, refused.after)
        },
      )
    }
    undos.current.push(undo)
    const closeNotice = notify({ id: 'decision', title: bulkText(decision, leads.length), undo })
    send(
      leads.map(({ id }) => [id, decision]),
      (id) => {
        made.get(id)?.restore()
        made.delete(id)
        if (made.size === 0) forget()
      },
    )
  }

  return { decideAll, undoLast: () => undos.current.at(-1)?.(), left }
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

  /** Sends decisions in order. `revert` is called for each that the server refuses. */
  function send(decisions: readonly (readonly [id: string, Decision])[], revert: (id: string) => void): void {
    const ids = decisions.map(([id]) => id)
    const sending = decisions.map(([id, decision]) =>
      sendDecision(id, decision).then(
        () => null,
        (error: unknown) => ({ id, error }),
      ),
    )
    void Promise.all(sending)
      .then((results) =>
        report(
          results.filter((result) => result !== null),
          revert,
        ),
      )
      .then(() => refetchOthers(ids))
  }

  function report(refused: readonly { id: string; error: unknown }[], revert: (id: string) => void): void {
    const [first] = refused
    if (!first) return
    for (const { id } of refused) revert(id)
    leaveWhenSignedOut(first.error)
    const missing = statusOf(first.error) === 404
    const title = missing ? 'This lead no longer exists' : messageOf(first.error)
    const others = refused.length > 1 && `${refused.length} leads are unchanged.`
    notify({ title, color: 'red', ...(others && { description: others }) })
    // Another user was faster, or the project no longer matches it.
    if (refused.some(({ error }) => [404, 409].includes(statusOf(error) ?? 0))) {
      invalidate(queryClient, { queryKey: listKey })
    }
  }

  /** Fetches other views than the edited one again: now if shown, otherwise once they are. */
  async function refetchOthers(ids: readonly string[]): Promise<void> {
    const edited = hashKey(listKey)
    const all = ['opportunities', projectId]
    const shown = ids.map((id) => [id, own.current.get(id)] as const)
    queryClient.removeQueries({ queryKey: all, type: 'inactive' })
    invalidate(queryClient, { queryKey: all, predicate: ({ queryHash }) => queryHash !== edited })
    await queryClient.invalidateQueries({ queryKey: ['opportunities-latest', projectId] })
    // From here on the server's answer counts, unless there was another decision meanwhile.
    for (const [id, lead] of shown) if (own.current.get(id) === lead) own.current.delete(id)
  }

  /** Leads that left the tab by decisions that fetched data may not include yet. */
  const left = () =>
    new Set([...own.current.values()].filter((lead) => !belongsInTab(lead, view.tab)).map(({ id }) => id))

  return { show, send, left }
}

function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null
}

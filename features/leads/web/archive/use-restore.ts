import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import type { Opportunity } from '../../contract.ts'
import { type Decision, inverseOf, sendDecision } from '../decisions.ts'
import { restoredText } from './labels.ts'
import type { ArchiveState } from './view.ts'

/**
 * Moves decided leads back to new: hidden at once, sent in order, with one notice that undoes it for all of them. Leads
 * that the server refuses are shown again.
 */
export function useRestore(projectId: string, state: ArchiveState) {
  const queryClient = useQueryClient()
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  const restoring: Decision = state === 'replied' ? { kind: 'reply', on: false } : { kind: 'rejection', on: false }

  function mark(leads: readonly Opportunity[], isRestored: boolean) {
    setRestored((ids) => {
      const next = new Set(ids)
      for (const { id } of leads) {
        if (isRestored) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }

  async function send(leads: readonly Opportunity[], decisionOf: (lead: Opportunity) => Decision): Promise<void> {
    const results = await Promise.allSettled(leads.map((lead) => sendDecision(lead.id, decisionOf(lead))))
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    if (errors.length > 0) {
      leaveWhenSignedOut(errors[0])
      const title = `${errors.length} of ${leads.length} leads couldn't be moved`
      notify({ title, description: messageOf(errors[0]), color: 'red' })
    }
    queryClient.removeQueries({ queryKey: ['opportunities', projectId], type: 'inactive' })
    await queryClient.invalidateQueries({ queryKey: ['archive', projectId] })
    // From here on the server's answer counts.
    mark(leads, false)
  }

  function restore(leads: readonly Opportunity[]) {
    mark(leads, true)
    const sent = send(leads, () => restoring)
    notify({
      title: restoredText(leads.length),
      undo: () => {
        mark(leads, false)
        void sent.then(() => send(leads, (lead) => inverseOf(restoring, lead)))
      },
    })
  }

  return { restore, isRestored: (id: string) => restored.has(id) }
}

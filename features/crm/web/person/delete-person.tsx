import { useQueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import type { RedditPerson } from '../../contract.ts'
import { call, changes } from '../api.ts'
import type { CrmState } from '../people/use-crm.ts'

interface DeletePersonProps {
  state: CrmState
  person: RedditPerson
  onClose: () => void
}

/** Deletes a person with everything about them. */
export function DeletePerson({ state, person, onClose }: DeletePersonProps) {
  const queryClient = useQueryClient()
  const remove = async () => {
    await changes.send(() => call('peopleDelete', { id: person.id }))
    invalidate(queryClient, { queryKey: ['people', state.project.id] })
    notify({ title: `Deleted u/${person.handle}` })
    state.close()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete u/${person.handle}?`}
      action="Delete person"
      doing="Deleting…"
      onConfirm={remove}
    >
      <p>Their tasks, notes, conversations, and timeline are deleted too. Their leads stay. This can't be undone.</p>
      {person.doNotContact && (
        <p>“Do not contact” is forgotten as well: if they appear again, they can be contacted.</p>
      )}
    </ConfirmDialog>
  )
}

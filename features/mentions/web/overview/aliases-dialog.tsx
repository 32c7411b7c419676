import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Competitor } from '#features/watchlist/contract.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { CallError } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { call } from '../api.ts'

interface AliasesDialogProps {
  projectId: string
  competitorId: string
  /** As it was mentioned. */
  name: string
  onClose: () => void
}

/** What people also call a competitor. */
export function AliasesDialog({ projectId, competitorId, name, onClose }: AliasesDialogProps) {
  const competitor = useQuery({
    queryKey: ['competitors', projectId, competitorId],
    queryFn: async ({ signal }) => (await call('competitorsFindOne', { id: competitorId, signal })).data,
  })
  const isGone = competitor.error instanceof CallError && competitor.error.status === 404
  return (
    <Dialog open onOpenChange={onClose} title={`Other names of ${name}`}>
      {isGone ? (
        <EmptyState title="No longer tracked">This competitor was deleted. Its mentions are kept.</EmptyState>
      ) : hasFailed(competitor) ? (
        <FetchFailure query={competitor} title="Couldn't load the competitor" />
      ) : competitor.data ? (
        <AliasesForm projectId={projectId} competitor={competitor.data} onClose={onClose} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Dialog>
  )
}

interface AliasesFormProps {
  projectId: string
  competitor: Competitor
  onClose: () => void
}

function AliasesForm({ projectId, competitor, onClose }: AliasesFormProps) {
  const queryClient = useQueryClient()
  const [aliases, setAliases] = useState(competitor.aliases)
  const { busy, error, send } = useSubmission()
  async function save() {
    await call('competitorsUpdate', { id: competitor.id, body: { data: { aliases } } })
    await queryClient.invalidateQueries({ queryKey: ['competitors', projectId] })
    notify({ title: `Saved the names of “${competitor.name}”`, description: 'Stored posts are being scanned again.' })
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(save)
      }}
      className="flex flex-col gap-5"
    >
      <Field label="Other names" aside="Optional" hint="Posts with any of these names count as mentions too.">
        {(control) => <TagInput {...control} noun="name" maxLength={100} value={aliases} onChange={setAliases} />}
      </Field>
      <FormEnd error={error} busy={busy} onCancel={onClose}>
        Save
      </FormEnd>
    </form>
  )
}

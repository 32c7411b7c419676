import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { SavedView } from '../contract.ts'
import { call } from './api.ts'
import { savedViewsQuery } from './queries.ts'

interface SaveViewProps {
  projectId: string
  kind: SavedView['kind']
  /** The query of the view. */
  params: string
  onClose: () => void
}

/** The longest name that the server takes. */
export const nameMax = 60

/** The form for the name of the current view. */
export function SaveView({ projectId, kind, params, onClose }: SaveViewProps) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const [name, setName] = useState('')
  const save = async () => {
    await call('savedViewsCreate', {
      body: { data: { project: projectId, kind, name: name.trim(), params } },
    })
    await queryClient.invalidateQueries({ queryKey: savedViewsQuery(projectId, kind).queryKey })
    notify({ title: 'View saved' })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Save view">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void send(save)
        }}
        className="flex flex-col gap-5"
      >
        <Field label="Name" hint="Your team sees saved views too.">
          {(control) => (
            <Input
              {...control}
              autoFocus
              value={name}
              maxLength={nameMax}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <FormEnd error={error} busy={busy} disabled={name.trim() === ''} onCancel={onClose}>
          Save view
        </FormEnd>
      </form>
    </Dialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { invalidate } from '#platform/web/api/fetches.ts'
import { faultOf } from '#platform/web/forms/form.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { call } from '../api.ts'
import type { CrmState } from './use-crm.ts'

/** The form that adds a person by handle. */
export function AddPerson({ state, onClose }: { state: CrmState; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Add person">
      <AddForm state={state} onClose={onClose} />
    </Dialog>
  )
}

function AddForm({ state, onClose }: { state: CrmState; onClose: () => void }) {
  const { project, stages, view, hrefOf } = state
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [handle, setHandle] = useState('')
  const [stage, setStage] = useState(view.at ?? stages.data?.[0]?.key ?? 'new')
  const { busy, failure, error, send } = useSubmission()
  const fault = fieldErrors(failure, ['handle']).get('handle')

  const add = async () => {
    const { data } = await call('peopleCreate', { body: { data: { project: project.id, handle, stage } } })
    invalidate(queryClient, { queryKey: ['people', project.id] })
    notify({
      title: `Added u/${data.handle}`,
      actions: [{ label: 'Open', onClick: () => void navigate(`/app/crm${hrefOf(data.id)}`) }],
    })
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (handle.trim() !== '') void send(add)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Reddit handle" hint="With or without u/." error={faultOf({ message: fault })}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={handle}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="u/name"
            onChange={(event) => setHandle(event.target.value)}
          />
        )}
      </Field>
      <Field label="Stage">
        {(control) => (
          <Select
            {...control}
            value={stage}
            options={(stages.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            onChange={setStage}
          />
        )}
      </Field>
      <FormEnd error={fault ? undefined : error} busy={busy} disabled={handle.trim() === ''} onCancel={onClose}>
        Add person
      </FormEnd>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AgencyPlan } from '#engine/subscription/plans.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { queryClient } from '#platform/web/api/query-client.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { call } from '../api.ts'
import { refreshAgency } from '../queries.ts'
import { planOptions } from './labels.ts'

/** Stands for a project that doesn't exist yet. */
const newProject = 'new'

/** Begins the setup of a client project, or makes one of the user's projects a client project. */
export function AddClient({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data: memberships = [] } = useQuery(membershipsQuery)
  const [chosen, setChosen] = useState<string>(newProject)
  const [plan, setPlan] = useState<AgencyPlan>('growth')
  const { busy, error, send } = useSubmission()
  const ordinary = memberships.flatMap(({ role, project }) =>
    role === 'owner' && project && !project.isAgencyProject && !['draft', 'archived'].includes(project.status)
      ? [{ value: project.id, label: project.name }]
      : [],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      if (chosen === newProject) {
        await call('setupPut', { body: { data: { agencyPlan: plan } } })
        queryClient.removeQueries({ queryKey: ['setup'] })
        await navigate(paths.setup)
        return
      }
      const { data } = await call('agencyPlanPut', { id: chosen, body: { data: { plan } } })
      await refreshAgency(chosen)
      notify({ title: `${data.name} is now a client project`, color: 'green' })
      onClose()
    })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add client">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Project" hint={chosen === newProject ? "Next, set it up from the client's website." : undefined}>
          {(control) => (
            <Select
              {...control}
              value={chosen}
              onChange={setChosen}
              options={[{ value: newProject, label: 'New project' }, ...ordinary]}
            />
          )}
        </Field>
        <Field label="Plan" hint="The limits of this project. You can change it at any time.">
          {(control) => <Select {...control} value={plan} onChange={setPlan} options={planOptions(null)} />}
        </Field>
        <FormEnd error={error} busy={busy} onCancel={onClose}>
          {chosen === newProject ? (busy ? 'Opening setup…' : 'Set up project') : busy ? 'Adding…' : 'Add client'}
        </FormEnd>
      </form>
    </Dialog>
  )
}

import { ProjectUpdate } from '@earshot/contract/endpoints/projects'
import type { Project } from '@earshot/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { notify } from '../../../ui/toast.tsx'
import { call } from '../../api.ts'
import { faultOf, useServerForm } from '../../form.ts'
import { projectsQuery, useProject } from '../../project.ts'

const Editable = ProjectUpdate.pick({ name: true, website: true, summary: true }).required()

export function ProjectSettings() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Project">What posts are judged by. After a change, all of them are judged again.</PageHeading>
      {project && <ProjectForm key={project.id} project={project} />}
    </>
  )
}

function ProjectForm({ project }: { project: Project }) {
  const queryClient = useQueryClient()
  const { name, website, summary } = project
  const { form, onSubmit, busy, formError } = useServerForm(Editable, { name, website, summary }, async (data) => {
    try {
      await call('projectsUpdate', { id: project.id, body: { data } })
    } catch (error) {
      notify({ title: 'Error saving project settings', color: 'red' })
      throw error
    }
    notify({ title: 'Project settings saved' })
    form.reset(data)
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <Field label="Product name" error={faultOf(errors.name) && 'Give your product a name of 1 to 100 characters'}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="organization" />}
      </Field>
      <Field label="Website" aside="Optional" error={faultOf(errors.website) && 'Enter an address such as example.com'}>
        {(control) => (
          <Input
            {...control}
            {...form.register('website', { setValueAs: (value: string | null) => value || null })}
            type="url"
            inputMode="url"
            placeholder="example.com"
          />
        )}
      </Field>
      <Field
        label="What do you make, and for whom?"
        hint="Two or three sentences. Posts are judged by this, so say which problem goes away."
        error={faultOf(errors.summary)}
      >
        {(control) => <Textarea {...control} {...form.register('summary')} rows={6} />}
      </Field>
      <FormError>{formError}</FormError>
      <Button type="submit" look="primary" busy={busy} className="self-start">
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

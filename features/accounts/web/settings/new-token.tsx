import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { CurrentProject } from '#platform/contract/session.ts'
import { tokenScopes } from '#platform/contract/sign-in.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { useProject } from '#platform/web/session/project.ts'
import { ApiTokenCreate } from '../../contract.ts'
import { call } from '../api.ts'
import { tokensQuery } from './queries.ts'
import { ShownOnce } from './shown-once.tsx'

const Values = ApiTokenCreate.omit({ project: true })
const scopes = tokenScopes.map((value) => ({ value, label: value === 'read' ? 'Read' : 'Read and write' }))

/** Creates a token for a project and shows its value once. */
export function NewToken({ projects }: { projects: readonly CurrentProject[] }) {
  const queryClient = useQueryClient()
  const current = useProject()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null)
  const project = [chosenId, current?.id]
    .flatMap((id) => projects.find((each) => each.id === id) ?? [])
    .concat(projects)
    .at(0)
  const { form, onSubmit, busy, formError } = useServerForm(Values, { name: '', scope: 'read' }, async (values) => {
    if (!project) return
    const { data } = await call('apiTokensCreate', { body: { data: { project: project.id, ...values } } })
    setCreated({ name: data.name, token: data.token })
    form.reset({ name: '', scope: 'read' })
    await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate aria-label="New API token" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          hint="For example, “Nightly export”."
          error={errors.name?.type ? 'Enter a name of 1 to 100 characters' : faultOf(errors.name)}
          className="sm:col-span-2"
        >
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field label="Project">
          {(control) => (
            <Select
              {...control}
              value={project?.id ?? null}
              onChange={setChosenId}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => (
            <Field label="Permission">
              {(control) => (
                <Select {...control} value={field.value ?? 'read'} onChange={field.onChange} options={scopes} />
              )}
            </Field>
          )}
        />
      </div>
      <FormError>{formError}</FormError>
      <Button type="submit" busy={busy} disabled={!project} className="self-start">
        {busy ? 'Creating…' : 'Create token'}
      </Button>
      <ShownOnce created={created} onDone={() => setCreated(null)} />
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { CommunitiesField } from '#features/reddit/web/communities/communities-field.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { call } from '#platform/web/api/api.ts'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { languageOptions } from '#platform/web/forms/languages.ts'
import { TimeZoneSelect } from '#platform/web/forms/time-zone-select.tsx'
import { type Project, ProjectUpdate } from '../../contract.ts'
import { projectsQuery } from '../project.ts'
import { changedOf, settingsOf } from './settings.ts'
import { Weights } from './weights.tsx'

/** Sources are chosen below it, each at once. */
const Editable = ProjectUpdate.omit({ sources: true }).required()

/** All that may be written of a project (DECISIONS 16). Only what was changed is sent, so that two people don't undo each other. */
export function ProjectForm({ project, locked }: { project: Project; locked: boolean }) {
  const queryClient = useQueryClient()
  const { form, onSubmit, busy, formError } = useServerForm(Editable, settingsOf(project), async (data) => {
    try {
      await call('projectsUpdate', { id: project.id, body: { data: changedOf(settingsOf(project), data) } })
    } catch (error) {
      notify({ title: 'Error saving project settings', color: 'red' })
      throw error
    }
    notify({ title: 'Project settings saved' })
    form.reset(data)
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  })
  const { errors, isDirty } = form.formState
  // What others change meanwhile is shown, but for what is being edited here.
  useEffect(() => form.reset(settingsOf(project), { keepDirtyValues: true, keepErrors: true }), [form, project])

  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <Field label="Product name" error={faultOf(errors.name) && 'Give your product a name of 1 to 100 characters'}>
        {(control) => <Input {...control} {...form.register('name')} disabled={locked} autoComplete="organization" />}
      </Field>
      <Field label="Website" aside="Optional" error={faultOf(errors.website) && 'Enter an address such as example.com'}>
        {(control) => (
          <Input
            {...control}
            {...form.register('website', { setValueAs: (value: string | null) => value || null })}
            disabled={locked}
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
        {(control) => <Textarea {...control} {...form.register('summary')} disabled={locked} rows={6} />}
      </Field>
      <Controller
        control={form.control}
        name="audience"
        render={({ field, fieldState }) => (
          <Field
            label="Who is it for?"
            aside="Optional"
            hint="In a few words each: “freelance designers”. Leads are found by these words."
            error={fieldState.error && 'At most 20, of up to 200 characters each'}
          >
            {(control) => (
              <TagInput {...control} {...field} noun="audience" placeholder="Add an audience" disabled={locked} />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="pains"
        render={({ field, fieldState }) => (
          <Field
            label="What hurts them?"
            aside="Optional"
            hint="As they would say it: “chasing late invoices”. Leads are found by these words."
            error={fieldState.error && 'At most 20, of up to 200 characters each'}
          >
            {(control) => (
              <TagInput {...control} {...field} noun="pain" placeholder="Add what hurts them" disabled={locked} />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="communities"
        render={({ field, fieldState }) => (
          <CommunitiesField
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error && 'At most 50 communities'}
            disabled={locked}
          />
        )}
      />
      <Controller
        control={form.control}
        name="languages"
        render={({ field, fieldState }) => (
          <Field
            label="Languages"
            aside="Optional"
            hint="Besides English and that of your own words above, in which leads may be written."
            error={fieldState.error && 'At most 20 languages'}
          >
            {(control) => (
              <MultiCombobox
                {...control}
                value={field.value}
                onChange={field.onChange}
                options={languageOptions(field.value)}
                placeholder="Add a language"
                disabled={locked}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="timeZone"
        render={({ field }) => (
          <Field
            label="Time zone"
            hint="Rules when new leads are released and daily messages go out."
            error={faultOf(errors.timeZone)}
          >
            {(control) => (
              <TimeZoneSelect {...control} value={field.value} onChange={field.onChange} disabled={locked} />
            )}
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="scoreWeights"
        render={({ field }) => <Weights value={field.value} onChange={field.onChange} disabled={locked} />}
      />
      <FormError>{formError}</FormError>
      <div
        className={classes(
          'sticky bottom-0 z-10 -mb-3 flex items-center gap-4 border-t bg-canvas py-3',
          isDirty ? 'border-line' : 'border-transparent',
        )}
      >
        <Button type="submit" look="primary" busy={busy} disabled={locked}>
          {busy ? 'Saving…' : 'Save'}
        </Button>
        <p aria-live="polite" className="text-muted text-sm">
          {isDirty && !busy && 'Not saved yet'}
        </p>
      </div>
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { resetTo, useServerForm } from '#platform/web/forms/form.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { type Project, ProjectUpdate } from '../../contract.ts'
import { call } from '../api.ts'
import {
  AudienceField,
  CommunitiesField,
  LanguagesField,
  PainsField,
  ProductFields,
  TimeZoneField,
} from './project-fields.tsx'
import { changedOf, settingsOf } from './settings.ts'
import { Weights } from './weights.tsx'

/** Sources and the chat model are saved separately, below the form. */
const Editable = ProjectUpdate.omit({ sources: true, sendToModel: true }).required()

/**
 * The form for a project's settings (DECISIONS 16). Sends only changed fields, so that two people don't undo each
 * other.
 */
export function ProjectForm({ project, locked }: { project: Project; locked: boolean }) {
  const { form, onSubmit, busy, formError } = useProjectForm(project)
  const fields = { form, locked }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ProductFields {...fields} />
      <AudienceField {...fields} />
      <PainsField {...fields} />
      <CommunitiesField {...fields} />
      <LanguagesField {...fields} />
      <TimeZoneField {...fields} />
      <Controller
        control={form.control}
        name="scoreWeights"
        render={({ field }) => <Weights value={field.value} onChange={field.onChange} disabled={locked} />}
      />
      <FormError>{formError}</FormError>
      <SaveBar busy={busy} locked={locked} isDirty={form.formState.isDirty} />
    </form>
  )
}

function useProjectForm(project: Project) {
  const queryClient = useQueryClient()
  const serverForm = useServerForm(Editable, settingsOf(project), async (data) => {
    const sent = form.getValues()
    try {
      await call('projectsUpdate', { id: project.id, body: { data: changedOf(settingsOf(project), data) } })
    } catch (error) {
      notify({ title: 'Error saving project settings', color: 'red' })
      throw error
    }
    notify({ title: 'Project settings saved' })
    resetTo(form, sent, data)
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  })
  const { form } = serverForm
  // Shows changes by other users, except in fields that are being edited here.
  useEffect(() => form.reset(settingsOf(project), { keepDirtyValues: true, keepErrors: true }), [form, project])
  return serverForm
}

/** Stays at the bottom of the screen while there are unsaved changes. */
function SaveBar({ busy, locked, isDirty }: { busy: boolean; locked: boolean; isDirty: boolean }) {
  return (
    <div
      className={classes(
        'sticky bottom-0 z-10 -mb-3 flex items-center gap-4 border-t bg-canvas py-3',
        isDirty ? 'border-line' : 'border-transparent',
      )}
    >
      <Button type="submit" look="primary" busy={busy} disabled={locked}>
        {busy ? 'Saving…' : 'Save changes'}
      </Button>
      <p aria-live="polite" className="text-muted text-sm">
        {isDirty && !busy && 'Unsaved changes'}
      </p>
    </div>
  )
}

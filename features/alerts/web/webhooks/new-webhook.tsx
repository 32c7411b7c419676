import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { text } from '#platform/contract/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { call } from '../api.ts'
import { webhooksQuery } from './queries.ts'
import type { ShownSecret } from './webhook-secret.tsx'

const Values = z.object({ name: text(100), address: text(2_000) })

interface NewWebhookProps {
  projectId: string
  onCreated: (secret: ShownSecret) => void
  onCancel: () => void
}

/** Adds a webhook, whose secret is then shown once. */
export function NewWebhook({ projectId, onCreated, onCancel }: NewWebhookProps) {
  const queryClient = useQueryClient()
  const { form, onSubmit, busy, formError } = useServerForm(Values, { name: '', address: '' }, async (values) => {
    const { data } = await call('destinationsCreate', { body: { data: { project: projectId, ...values } } })
    await queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey })
    onCreated({ title: `“${data.name}” added`, secret: data.secret })
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate aria-label="New webhook" className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <Field label="Name" error={errors.name?.type ? 'Enter a name of 1 to 100 characters' : faultOf(errors.name)}>
          {(control) => (
            <Input {...control} {...form.register('name')} autoComplete="off" placeholder="CRM" autoFocus />
          )}
        </Field>
        <Field
          label="Address"
          hint="An https URL that the internet can reach."
          error={errors.address?.type ? 'Enter an address' : faultOf(errors.address)}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('address')}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://example.com/hook"
            />
          )}
        </Field>
      </div>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Adding…' : 'Add webhook'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

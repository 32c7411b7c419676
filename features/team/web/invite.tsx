import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { emailFault, useServerForm } from '#platform/web/forms/form.ts'
import { MemberCreate } from '../contract.ts'
import { call } from './api.ts'
import { invitedRoles, roleOptions } from './labels.ts'
import { refreshMembers } from './refresh.ts'

const Invitation = MemberCreate.omit({ project: true })

/** Invites an address. If the server refuses it, the input keeps the text. */
export function Invite({ project, locked }: { project: CurrentProject; locked: boolean }) {
  const queryClient = useQueryClient()
  const { form, onSubmit, busy, formError } = useServerForm(
    Invitation,
    { email: '', role: 'member' },
    async ({ email, role }) => {
      await call('membersCreate', { body: { data: { project: project.id, email, role } } })
      notify({ title: `Invited ${email}`, description: 'We emailed them an invitation.', color: 'green' })
      form.reset({ email: '', role })
      form.setFocus('email')
      // Not awaited, so that the next address can be entered before the list reloads.
      void refreshMembers(queryClient, project.id)
    },
  )
  const fault = emailFault(form.formState.errors.email, form.getValues('email'))
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <Field label="Invite by email" error={fault} className="min-w-0 flex-1 max-sm:basis-full">
          {(control) => (
            <Input
              {...control}
              {...form.register('email')}
              type="email"
              autoComplete="off"
              placeholder="ada@example.com"
              disabled={locked}
            />
          )}
        </Field>
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Field label="Role" className="w-32">
              {(control) => (
                <Select
                  {...control}
                  value={field.value}
                  onChange={field.onChange}
                  options={roleOptions(invitedRoles)}
                  disabled={locked}
                />
              )}
            </Field>
          )}
        />
        <Button type="submit" look="primary" busy={busy} disabled={locked} className="mt-7 h-10">
          {busy ? 'Inviting…' : 'Invite'}
        </Button>
      </div>
      <FormError>{formError}</FormError>
    </form>
  )
}

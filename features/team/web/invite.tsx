import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { MemberCreate } from '../contract.ts'
import { call } from './api.ts'
import { invitedRoles, roleOptions } from './labels.ts'
import { refreshMembers } from './refresh.ts'

/** Invites an address. If the server refuses it, the input keeps the text. */
export function Invite({ project, locked }: { project: CurrentProject; locked: boolean }) {
  const queryClient = useQueryClient()
  const { busy, error, failure, send } = useSubmission()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberCreate['role']>('member')
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const refused = fieldErrors(failure, ['email']).get('email')

  async function invite(): Promise<void> {
    try {
      const { data } = await call('membersCreate', { body: { data: { project: project.id, email, role } } })
      notify({ title: `Invited ${data.email}`, description: 'We emailed them an invitation.', color: 'green' })
      setEmail('')
      // Not awaited, so that the next address can be entered before the list reloads.
      void refreshMembers(queryClient, project.id)
    } finally {
      input.current?.focus()
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const { valueMissing, typeMismatch } = input.current!.validity
    setFault(valueMissing ? 'Email is required' : typeMismatch ? 'Please enter a valid email address' : undefined)
    if (!valueMissing && !typeMismatch) void send(invite)
  }
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <Field label="Invite by email" error={fault ?? refused} className="min-w-0 flex-1 max-sm:basis-full">
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              type="email"
              required
              autoComplete="off"
              placeholder="ada@example.com"
              disabled={locked}
            />
          )}
        </Field>
        <Field label="Role" className="w-32">
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={setRole}
              options={roleOptions(invitedRoles)}
              disabled={locked}
            />
          )}
        </Field>
        <Button type="submit" look="primary" busy={busy} disabled={locked} className="mt-7 h-10">
          {busy ? 'Inviting…' : 'Invite'}
        </Button>
      </div>
      <FormError>{fault || refused ? undefined : error}</FormError>
    </form>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { updateSession } from '#platform/web/session/session.ts'
import { PasswordChange } from '../../contract.ts'
import { call } from '../api.ts'
import { sessionsQuery, signInMethodsQuery, tokensQuery } from './queries.ts'

/** Changes the password or sets a first one. The form opens with a button, since it is rarely needed. */
export function Password({ user }: { user: SessionUser }) {
  const [changing, setChanging] = useState(false)
  const [sending, setSending] = useState(false)
  const query = useQuery(signInMethodsQuery)
  const { data: methods } = query

  async function mail(): Promise<void> {
    if (sending) return
    setSending(true)
    const sent = await withErrorToast(() => call('passwordMailCreate', {}))
    if (sent) notify({ title: `We sent a link to ${user.email}`, description: 'Open it to set a password.' })
    setSending(false)
  }

  if (methods?.hasPassword === false) {
    return (
      <Section
        title="Password"
        hint="You don't have a password. We can email you a link to set one."
        action={
          <Button busy={sending} onClick={() => void mail()}>
            {sending ? 'Sending…' : 'Email me a link'}
          </Button>
        }
      />
    )
  }
  return (
    <Section
      title="Password"
      hint="Changing it signs you out everywhere else and revokes your API tokens."
      action={!changing && methods && <Button onClick={() => setChanging(true)}>Change password</Button>}
    >
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load your sign-in methods" />}
      {changing && <ChangeForm email={user.email} onDone={() => setChanging(false)} />}
    </Section>
  )
}

const empty = { currentPassword: '', password: '', passwordConfirmation: '' }

function ChangeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { form, onSubmit, busy, formError } = useServerForm(PasswordChange, empty, async (change) => {
    const { user } = await call('changePassword', { body: change })
    updateSession(user)
    notify({ title: 'Password changed', description: 'Your other sessions were signed out.', color: 'green' })
    onDone()
    await Promise.all(
      [sessionsQuery, tokensQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
    )
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Change password" className="flex flex-col gap-5">
      {/* For password managers, which save a password with a username. */}
      <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
      <Field
        label="Current password"
        error={errors.currentPassword?.type ? 'Enter your current password' : faultOf(errors.currentPassword)}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" autoFocus />
        )}
      </Field>
      <Field label="New password" hint="8 to 256 characters" error={faultOf(errors.password)}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Field label="Confirm new password" error={faultOf(errors.passwordConfirmation)}>
        {(control) => (
          <PasswordInput {...control} {...form.register('passwordConfirmation')} autoComplete="new-password" />
        )}
      </Field>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Changing…' : 'Change password'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

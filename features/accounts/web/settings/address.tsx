import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, PasswordInput } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { emailFault, faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import { UserUpdate } from '../../contract.ts'
import { call } from '../api.ts'
import { emailChangeQuery, signInMethodsQuery } from './queries.ts'

/** The address that counts, the one that waits to be confirmed, and the form for another one. */
export function EmailAddress({ user }: { user: SessionUser }) {
  const [changing, setChanging] = useState(false)
  return (
    <Section
      title="E-mail"
      hint="Where we write to you, and what you sign in with."
      action={!changing && <Button onClick={() => setChanging(true)}>Change e-mail</Button>}
    >
      <p className="wrap-anywhere font-medium">
        {user.email} {user.confirmed ? <Badge look="good">Confirmed</Badge> : <Badge look="warn">Not confirmed</Badge>}
      </p>
      {!user.confirmed && <Confirm email={user.email} />}
      <Pending />
      {changing && <ChangeForm user={user} onDone={() => setChanging(false)} />}
    </Section>
  )
}

function Confirm({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  async function send(): Promise<void> {
    if (busy) return
    setBusy(true)
    const sent = await withErrorToast(() => call('sendEmailConfirmation', { body: { email } }))
    if (sent) notify({ title: `We wrote to ${email}`, description: 'Open the link in that mail.' })
    setBusy(false)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        Until it is confirmed you get no alerts, and can’t invite members or accept invitations.
      </p>
      <Button busy={busy} onClick={() => void send()}>
        {busy ? 'Sending…' : 'Send the confirmation again'}
      </Button>
    </div>
  )
}

/** What waits; nothing where nothing does. */
function Pending() {
  const queryClient = useQueryClient()
  const { data: pending } = useQuery(emailChangeQuery)
  if (!pending) return null

  async function cancel(): Promise<void> {
    if (!(await withErrorToast(() => call('emailChangeDelete', {})))) return
    queryClient.setQueryData(emailChangeQuery.queryKey, null)
    notify({ title: 'Your address stays what it is', description: 'The link that we mailed opens nothing any more.' })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it tells of what goes on, and is no form
    <div
      role="group"
      aria-label="New address"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        <strong className="wrap-anywhere font-semibold">{pending.email}</strong> waits to be confirmed: open the link in
        the mail we sent there.{' '}
        <span className="text-muted">
          It works until <time dateTime={pending.expiresAt}>{exactTime(pending.expiresAt)}</time>.
        </span>
      </p>
      <Button size="small" onClick={() => void cancel()}>
        Cancel the change
      </Button>
    </div>
  )
}

const Change = UserUpdate.pick({ email: true, currentPassword: true }).required({ email: true })

function ChangeForm({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { data: methods } = useQuery(signInMethodsQuery)
  const { form, onSubmit, busy, formError } = useServerForm(Change, { email: '' }, async (change) => {
    const email = change.email.toLowerCase()
    if (email === user.email) {
      form.setError('email', { message: 'This is your address already' })
      return
    }
    await call('meUpdate', { body: change })
    await queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey })
    notify({ title: `We wrote to ${email}`, description: 'It counts once you open the link in that mail.' })
    onDone()
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Change e-mail" className="flex flex-col gap-5">
      <Field label="New e-mail" error={emailFault(errors.email, form.getValues('email'))}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" autoFocus />}
      </Field>
      {methods?.hasPassword !== false && (
        <Field
          label="Current password"
          hint="So that nobody who only found your browser open takes the account."
          error={faultOf(errors.currentPassword)}
        >
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register('currentPassword', { setValueAs: (value?: string) => value || undefined })}
              autoComplete="current-password"
            />
          )}
        </Field>
      )}
      <p className="text-pretty text-muted text-sm">
        Your present address counts until the new one is confirmed, and is told of the change. Then you sign in anew,
        and your API tokens are revoked.
      </p>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Sending…' : 'Send the confirmation'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

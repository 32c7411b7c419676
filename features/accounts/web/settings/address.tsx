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

/** The current address, a new one waiting for confirmation, and a form to change it. */
export function EmailAddress({ user }: { user: SessionUser }) {
  const [changing, setChanging] = useState(false)
  return (
    <Section
      title="Email"
      hint="Used to sign in and to receive notifications."
      action={!changing && <Button onClick={() => setChanging(true)}>Change email</Button>}
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
    if (sent) notify({ title: `We sent a link to ${email}`, description: 'Open it to confirm your email.' })
    setBusy(false)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">Confirm your email to receive alerts, invite members, and accept invitations.</p>
      <Button busy={busy} onClick={() => void send()}>
        {busy ? 'Sending…' : 'Resend confirmation'}
      </Button>
    </div>
  )
}

/** The address waiting for confirmation, if any. */
function Pending() {
  const queryClient = useQueryClient()
  const { data: pending } = useQuery(emailChangeQuery)
  if (!pending) return null

  async function cancel(): Promise<void> {
    if (!(await withErrorToast(() => call('emailChangeDelete', {})))) return
    queryClient.setQueryData(emailChangeQuery.queryKey, null)
    notify({ title: 'Email change canceled', description: 'The confirmation link no longer works.' })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: it shows a status and isn't a form
    <div
      role="group"
      aria-label="New email"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        <strong className="wrap-anywhere font-semibold">{pending.email}</strong> isn't confirmed yet. Open the link we
        sent there.{' '}
        <span className="text-muted">
          The link expires on <time dateTime={pending.expiresAt}>{exactTime(pending.expiresAt)}</time>.
        </span>
      </p>
      <Button size="small" onClick={() => void cancel()}>
        Cancel change
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
      form.setError('email', { message: 'This is already your email address' })
      return
    }
    await call('meUpdate', { body: change })
    await queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey })
    notify({ title: `We sent a link to ${email}`, description: 'Open it to change your email.' })
    onDone()
  })
  const { errors } = form.formState
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Change email" className="flex flex-col gap-5">
      <Field label="New email" error={emailFault(errors.email, form.getValues('email'))}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" autoFocus />}
      </Field>
      {methods?.hasPassword !== false && (
        <Field label="Current password" hint="Required to change your email." error={faultOf(errors.currentPassword)}>
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
        Your current email stays active until you confirm the new one, and we'll notify it of the change. Afterward,
        you'll need to sign in again and your API tokens are revoked.
      </p>
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Sending…' : 'Send confirmation'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

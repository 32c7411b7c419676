import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, PasswordInput } from '#platform/ui/fields/input.tsx'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { OwnerProof } from '../../contract-factors.ts'
import { signInMethodsQuery, twoFactorQuery } from './queries.ts'

interface OwnerProofFormProps {
  user: SessionUser
  /** The name of the form, for screen readers. */
  label: string
  /** The label of the button, and its label while it works. */
  action: string
  doing: string
  look?: 'primary' | 'danger'
  /** Fields above. `isReady` says whether they are filled in. */
  children?: ReactNode
  isReady?: () => boolean
  onProof: (proof: OwnerProof) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password and, with two-factor sign-in, a code: an unattended browser must not be enough. */
export function OwnerProofForm(props: OwnerProofFormProps) {
  const { user, label, action, doing, look = 'primary', children, isReady = () => true, onProof, onCancel } = props
  const { data: methods } = useQuery(signInMethodsQuery)
  const { data: twoFactor } = useQuery(twoFactorQuery)
  const asksPassword = methods?.hasPassword !== false
  const asksCode = twoFactor !== undefined && twoFactor.enabledAt !== null
  const [currentPassword, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, failure, error, send } = useSubmission()
  const faults = fieldErrors(failure, ['currentPassword', 'code'])
  const missing = {
    password: asksPassword && currentPassword === '',
    code: asksCode && code.trim() === '',
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const ready = isReady()
    if (!ready || missing.password || missing.code) return
    void send(() => onProof({ ...(asksPassword && { currentPassword }), ...(asksCode && { code }) }))
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label} className="flex flex-col gap-5">
      {/* For password managers, which save a password with a username. */}
      <input type="text" name="username" value={user.email} autoComplete="username" readOnly hidden />
      {children}
      {asksPassword && (
        <Field
          label="Current password"
          error={tried && missing.password ? 'Enter your current password' : faults.get('currentPassword')}
        >
          {(control) => (
            <PasswordInput
              {...control}
              value={currentPassword}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
              autoFocus={children === undefined}
            />
          )}
        </Field>
      )}
      {asksCode && (
        <Field
          label="Code"
          hint="From your authenticator app, or a recovery code."
          error={tried && missing.code ? 'Enter a code' : faults.get('code')}
        >
          {(control) => (
            <Input
              {...control}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      {!asksPassword && (
        <p className="text-muted">You don't have a password, so you must have signed in within the last 10 minutes.</p>
      )}
      <FormError>{faults.size > 0 ? undefined : error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look={look} busy={busy}>
          {busy ? doing : action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

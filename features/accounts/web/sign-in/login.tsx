import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { emailFault, faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { Credentials } from '../../contract.ts'
import { call } from '../api.ts'
import { offersPasskeys } from '../passkey-browser.ts'
import { orCodeNeeded } from './code-needed.ts'
import { Heading } from './heading.tsx'
import { emailOf, useInvited } from './invited.ts'
import { InvitedHeading } from './invited-heading.tsx'
import { type Notice, noticeOf } from './notice.ts'
import { OtherPage, useTypedEmail } from './other-page.tsx'
import { PasswordField } from './password-field.tsx'
import { PendingIdentity } from './pending-identity.tsx'
import { plainError } from './plain-error.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SuccessMessage } from './success-message.tsx'
import { useEnterApp } from './use-enter.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { usePasskey } from './use-passkey.ts'

export function Login() {
  const [query] = useSearchParams()
  const notice = query.get('notice')
  const invited = useInvited()
  const typed = useTypedEmail()
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<string | null>(null)
  if (notice === 'email-needed') return <PendingIdentity />
  if (notice === 'second-factor' || challenge !== null) {
    const startAgain = () => {
      setChallenge(null)
      if (notice === 'second-factor') void navigate(paths.login, { replace: true })
    }
    return <SecondFactor challenge={challenge} onStartAgain={startAgain} />
  }
  return (
    <>
      {invited ? (
        <InvitedHeading invited={invited} next="Sign in with that email to join." />
      ) : (
        <Heading title="Welcome back" />
      )}
      {invited?.state !== 'reading' && (
        <LoginForm notice={noticeOf(notice)} email={typed || emailOf(invited)} onCodeNeeded={setChallenge} />
      )}
    </>
  )
}

interface LoginFormProps {
  /** The result of a provider sign-in or of the link in a mail. */
  notice: Notice | undefined
  email: string
  onCodeNeeded: (challenge: string) => void
}

function LoginForm({ notice, email: known, onCodeNeeded }: LoginFormProps) {
  const enter = useEnterApp()
  const passkey = usePasskey()
  const { form, onSubmit, busy, formError } = useServerForm(
    Credentials,
    { identifier: known, password: '' },
    async (credentials) => {
      const signIn = call('login', { body: credentials }).catch((error) => Promise.reject(plainError(error)))
      if (await orCodeNeeded(signIn, onCodeNeeded)) await enter()
    },
  )
  // Registered in this order, so that the first invalid field gets the focus.
  const fields = { identifier: form.register('identifier'), password: form.register('password') }
  useFirstFocus(form, 'identifier', 'password')
  const email = useWatch({ control: form.control, name: 'identifier' })
  const { errors } = form.formState
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <SuccessMessage>{notice?.good && notice.text}</SuccessMessage>
        <Field label="Email" error={emailFault(errors.identifier, email)}>
          {(control) => (
            <Input {...control} {...fields.identifier} type="email" autoComplete="username webauthn" required />
          )}
        </Field>
        <PasswordField
          label="Password"
          error={errors.password?.type ? 'Enter your password' : faultOf(errors.password)}
          {...fields.password}
          autoComplete="current-password"
          required
        />
        <FormError>{formError ?? passkey.error ?? (notice?.good ? undefined : notice?.text)}</FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        <OtherPage
          to={paths.resetPassword}
          email={email}
          className="-my-1 self-start py-1 font-medium text-muted underline underline-offset-4 hover:text-ink"
        >
          Forgot password?
        </OtherPage>
      </form>
      {offersPasskeys() && (
        <Button size="large" className="mt-5" busy={passkey.busy} onClick={passkey.onClick}>
          <Icon name="passkey" className="size-5" /> Sign in with a passkey
        </Button>
      )}
      <ProviderButtons />
      <p className="mt-6 text-muted">
        New to Earshot?{' '}
        <OtherPage to={paths.signup} email={email}>
          Create an account
        </OtherPage>
      </p>
    </>
  )
}

import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { emailFault, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import { onSignedOut } from '#platform/web/session/session.ts'
import { Address } from '../../contract.ts'
import { call } from '../api.ts'
import { Heading } from './heading.tsx'
import { OtherPage, useTypedEmail } from './other-page.tsx'
import { SandboxMail } from './sandbox-mail.tsx'
import { SuccessMessage } from './success-message.tsx'
import { useFirstFocus } from './use-first-focus.ts'

/** Requests a reset link. Shows the same text whether or not an account has the address (DECISIONS 8). */
export function RequestLink() {
  const typed = useTypedEmail()
  const [user] = useState(useUser())
  const [email, setEmail] = useState(typed || (user?.email ?? ''))
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <Sent
        email={sentTo}
        onOther={() => {
          setEmail(sentTo)
          setSentTo(undefined)
        }}
      />
    )
  return <AddressForm email={email} signedIn={user !== null && user !== undefined} onSent={setSentTo} />
}

function AddressForm(props: { email: string; signedIn: boolean; onSent: (email: string) => void }) {
  const { form, onSubmit, busy, formError } = useServerForm(Address, { email: props.email }, async ({ email }) => {
    await sendLink(email)
    props.onSent(email)
  })
  useFirstFocus(form, 'email')
  const email = useWatch({ control: form.control, name: 'email' })
  return (
    <>
      <Heading title="Forgot your password?">
        Enter your email address and we'll send you a link to reset your password.
        {props.signedIn && " You'll be signed out of this browser."}
      </Heading>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <Field label="Email" error={emailFault(form.formState.errors.email, email)}>
          {(control) => (
            <Input {...control} {...form.register('email')} type="email" autoComplete="username" required />
          )}
        </Field>
        <FormError>{formError}</FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Sending…' : 'Send reset link'}
        </Button>
      </form>
      {props.signedIn ? (
        <Link to={paths.app} className="mt-6 self-start font-medium text-accent-ink underline underline-offset-4">
          Back to Earshot
        </Link>
      ) : (
        <BackToLogin email={email} />
      )}
    </>
  )
}

function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  const [again, setAgain] = useState<'no' | 'sending' | 'sent'>('no')
  const { onSubmit, busy, formError } = useServerForm(Address, { email }, async (address) => {
    setAgain('sending')
    await sendLink(address.email).finally(() => setAgain('no'))
    setAgain('sent')
  })
  return (
    <>
      <Heading title="Check your email">
        If <strong className="wrap-anywhere font-medium text-ink">{email}</strong> has an account, we sent it a link to
        reset the password. The link expires in 1 hour. Can't find it? Check your spam folder.
      </Heading>
      <form onSubmit={onSubmit} className="mt-8 flex flex-col gap-5">
        <SuccessMessage>{again === 'sent' && 'We sent a new link. Earlier links no longer work.'}</SuccessMessage>
        <FormError>{formError}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {busy ? 'Sending…' : 'Resend link'}
          </Button>
          <Button look="ghost" onClick={onOther}>
            Use a different email
          </Button>
          <SandboxMail email={email} />
        </div>
      </form>
      <BackToLogin email={email} />
    </>
  )
}

/** Requests the mail. The call ends this browser's session first (SPEC 4). */
async function sendLink(email: string): Promise<void> {
  await call('forgotPassword', { body: { email } }).finally(onSignedOut)
}

function BackToLogin({ email }: { email: string }) {
  return (
    <p className="mt-6 text-muted">
      Remember your password?{' '}
      <OtherPage to={paths.login} email={email}>
        Sign in
      </OtherPage>
    </p>
  )
}

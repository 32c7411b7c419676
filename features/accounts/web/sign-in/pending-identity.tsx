import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { signInNotices } from '#platform/contract/notices.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { emailFault, faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { PendingCode, PendingEmail } from '../../contract.ts'
import { call } from '../api.ts'
import { useProviderName } from '../provider-name.ts'
import { orCodeNeeded } from './code-needed.ts'
import { SandboxMail } from './sandbox-mail.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useEnterApp } from './use-enter.ts'
import { useFirstFocus } from './use-first-focus.ts'

const pendingQuery = queryOptions({
  queryKey: ['pending-identity'],
  queryFn: ({ signal }) => call('pendingIdentity', { signal }),
})

/** The step after a provider that verifies no address: enter one, then type the emailed code (DECISIONS 10). */
export function PendingIdentity() {
  const { data: pending, error } = useQuery(pendingQuery)
  const navigate = useNavigate()
  const [otherEmail, setOtherEmail] = useState(false)
  const nameOf = useProviderName()
  const [challenge, setChallenge] = useState<string | null>(null)
  if (challenge !== null)
    return <SecondFactor challenge={challenge} onStartAgain={() => void navigate(paths.login, { replace: true })} />
  if (error)
    return error instanceof CallError && error.status === 404 ? <Expired /> : <FormError>{messageOf(error)}</FormError>
  if (!pending)
    return (
      <p role="status" className="text-muted">
        Loading…
      </p>
    )
  const { provider, username, email } = pending
  const asksCode = email !== null && !otherEmail
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">{asksCode ? 'Check your email' : 'One more step'}</h1>
      {asksCode ? (
        <CodeForm email={email} onOtherEmail={() => setOtherEmail(true)} onCodeNeeded={setChallenge} />
      ) : (
        <>
          <p className="mt-2 text-muted">
            You signed in to {nameOf(provider)} as {username}, but it didn't share a verified email address. Enter yours
            and we'll send you a code.
          </p>
          <EmailForm onSent={() => setOtherEmail(false)} />
        </>
      )}
    </>
  )
}

function EmailForm({ onSent }: { onSent: () => void }) {
  const { form, onSubmit, busy, formError } = useServerForm(PendingEmail, { email: '' }, async (body) => {
    await call('pendingIdentityEmail', { body })
    await queryClient.invalidateQueries(pendingQuery)
    onSent()
  })
  useFirstFocus(form, 'email')
  const fault = emailFault(form.formState.errors.email, form.getValues('email'))
  return (
    <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
      <Field label="Email" error={fault}>
        {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" required />}
      </Field>
      <FormError>{formError}</FormError>
      <Button type="submit" look="brand" size="large" busy={busy}>
        {busy ? 'Sending…' : 'Send code'}
      </Button>
    </form>
  )
}

interface CodeFormProps {
  email: string
  onOtherEmail: () => void
  onCodeNeeded: (challenge: string) => void
}

function CodeForm({ email, onOtherEmail, onCodeNeeded }: CodeFormProps) {
  const enter = useEnterApp()
  const { form, onSubmit, busy, formError } = useServerForm(PendingCode, { code: '' }, async (body) => {
    if (await orCodeNeeded(call('pendingIdentityCode', { body }), onCodeNeeded)) await enter()
  })
  useFirstFocus(form, 'code')
  const [resent, setResent] = useState<'no' | 'sending' | 'sent'>('no')
  const sendAgain = async () => {
    setResent('sending')
    await call('pendingIdentityEmail', { body: { email } }).then(
      () => {
        form.reset()
        setResent('sent')
      },
      (error: unknown) => {
        form.setError('root', { message: messageOf(error) })
        setResent('no')
      },
    )
  }
  return (
    <>
      <p className="mt-2 text-muted">
        We sent a code to <strong className="font-medium text-ink wrap-anywhere">{email}</strong>. It expires in 15
        minutes.
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <Field label="Code" error={faultOf(form.formState.errors.code)}>
          {(control) => (
            <Input
              {...control}
              {...form.register('code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="1234 5678"
              required
            />
          )}
        </Field>
        <FormError>{formError}</FormError>
        <p role="status" className="text-muted empty:hidden">
          {resent === 'sent' && 'We sent a new code. The previous code no longer works.'}
        </p>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="ghost" busy={resent === 'sending'} onClick={resent === 'sending' ? undefined : sendAgain}>
          Send new code
        </Button>
        <Button look="ghost" onClick={onOtherEmail}>
          Use a different email
        </Button>
        <SandboxMail email={email} />
      </div>
    </>
  )
}

function Expired() {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Sign-in expired</h1>
      <p className="mt-2 text-muted">{signInNotices['sign-in-expired']}</p>
      <Link to={paths.login} replace className="mt-6 font-medium text-accent-ink underline underline-offset-4">
        Back to sign-in
      </Link>
    </>
  )
}

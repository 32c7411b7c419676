import { Credentials } from '@earshot/contract/endpoints/identity'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Input, PasswordInput } from '../../../ui/input.tsx'
import { call } from '../../api.ts'
import { useServerForm } from '../../form.ts'
import { paths } from '../../paths.ts'
import { takeRememberedPage } from '../../redirect.ts'
import { signedInAs } from '../../session.ts'
import { PendingIdentity } from '../../sign-in/pending-identity.tsx'
import { ProviderButtons } from '../../sign-in/provider-buttons.tsx'
import { signInFault } from '../../sign-in/sign-in-fault.ts'

export function Login() {
  const [query] = useSearchParams()
  const notice = query.get('notice')
  return notice === 'email-needed' ? <PendingIdentity /> : <LoginForm fault={signInFault(notice)} />
}

/** `fault` is why a sign-in by way of a provider came to nothing. */
function LoginForm({ fault }: { fault: string | undefined }) {
  const navigate = useNavigate()
  const { form, onSubmit, busy, formError } = useServerForm(
    Credentials,
    { identifier: '', password: '' },
    async (credentials) => {
      const { user } = await call('login', { body: credentials })
      signedInAs(user)
      await navigate(takeRememberedPage() ?? paths.app, { replace: true })
    },
  )
  const { errors } = form.formState
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Welcome back</h1>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <Field label="E-mail" error={errors.identifier && 'Enter the e-mail address you signed up with'}>
          {(control) => (
            <Input {...control} {...form.register('identifier')} type="email" autoComplete="username" autoFocus />
          )}
        </Field>
        <Field label="Password" error={errors.password && 'Enter your password'}>
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />}
        </Field>
        <FormError>{formError ?? fault}</FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
      <ProviderButtons />
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to={paths.signup} className="font-medium text-accent-ink underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </>
  )
}

import { Registration } from '@earshot/contract/endpoints/identity'
import { Link, useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Input, PasswordInput } from '../../../ui/input.tsx'
import { call } from '../../api.ts'
import { emailFault, faultOf, useServerForm } from '../../form.ts'
import { paths } from '../../paths.ts'
import { takeRememberedPage } from '../../redirect.ts'
import { signedInAs } from '../../session.ts'
import { ProviderButtons } from '../../sign-in/provider-buttons.tsx'

export function Signup() {
  const navigate = useNavigate()
  const { form, onSubmit, busy, formError } = useServerForm(
    Registration,
    { email: '', password: '' },
    async (registration) => {
      const { user } = await call('register', { body: registration })
      signedInAs(user)
      await navigate(takeRememberedPage() ?? paths.app, { replace: true })
    },
  )
  const { errors } = form.formState
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Create your account</h1>
      <p className="mt-2 text-muted">Next you say what you make. The first leads follow within minutes.</p>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <Field label="E-mail" error={emailFault(errors.email, form.getValues('email'))}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" autoFocus />}
        </Field>
        <Field label="Password" hint="8 characters or more" error={faultOf(errors.password)}>
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
        </Field>
        <FormError>{formError}</FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Creating your account…' : 'Create account'}
        </Button>
      </form>
      <ProviderButtons />
      <p className="mt-6 text-muted">
        Already have an account?{' '}
        <Link to={paths.login} className="font-medium text-accent-ink underline underline-offset-4">
          Log in
        </Link>
      </p>
    </>
  )
}

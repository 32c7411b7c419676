import { useWatch } from 'react-hook-form'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { CallError } from '#platform/web/api/call-error.ts'
import { emailFault, faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { Registration } from '../../contract.ts'
import { call } from '../api.ts'
import { Heading } from './heading.tsx'
import { emailOf, useInvited } from './invited.ts'
import { InvitedHeading } from './invited-heading.tsx'
import { OtherPage, useTypedEmail } from './other-page.tsx'
import { PasswordField, passwordRule } from './password-field.tsx'
import { plainError } from './plain-error.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { useEnterApp } from './use-enter.ts'
import { useFirstFocus } from './use-first-focus.ts'

export function Signup() {
  const invited = useInvited()
  const typed = useTypedEmail()
  return (
    <>
      {invited ? (
        <InvitedHeading
          invited={invited}
          next="Create an account with that email. You'll join the project once you confirm it."
        />
      ) : (
        <Heading title="Create your account">
          Next, tell us about your product. Your first leads arrive in minutes.
        </Heading>
      )}
      {invited?.state !== 'reading' && <SignupForm email={typed || emailOf(invited)} />}
    </>
  )
}

function SignupForm({ email: known }: { email: string }) {
  const enter = useEnterApp()
  const { form, onSubmit, busy, formError } = useServerForm(
    Registration,
    { email: known, password: '' },
    async (registration) => {
      await call('register', { body: registration }).catch(atEmail)
      await enter()
    },
  )
  // Registered in this order, so that the first invalid field gets the focus.
  const fields = { email: form.register('email'), password: form.register('password') }
  useFirstFocus(form, 'email', 'password')
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors } = form.formState
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <Field label="Email" error={emailFault(errors.email, email)}>
          {(control) => <Input {...control} {...fields.email} type="email" autoComplete="username" required />}
        </Field>
        <PasswordField
          label="Password"
          hint={passwordRule}
          error={faultOf(errors.password)}
          {...fields.password}
          autoComplete="new-password"
          required
        />
        <FormError>{formError}</FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Creating your account…' : 'Create account'}
        </Button>
      </form>
      <ProviderButtons />
      <p className="mt-6 text-muted">
        Already have an account?{' '}
        <OtherPage to={paths.login} email={email}>
          Sign in
        </OtherPage>
      </p>
    </>
  )
}

/** Shows the error for a taken address at its field, which the server doesn't name, like Strapi (DECISIONS 8). */
function atEmail(thrown: unknown): never {
  const error = plainError(thrown)
  throw error instanceof CallError && error.name === 'ApplicationError' ? error.at('email') : error
}

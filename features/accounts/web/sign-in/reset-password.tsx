import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { incorrectCode } from '#platform/contract/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { faultOf, useServerForm } from '#platform/web/forms/form.ts'
import { paths } from '#platform/web/page/paths.ts'
import { onSignedOut } from '#platform/web/session/session.ts'
import { NewPassword } from '../../contract.ts'
import { call } from '../api.ts'
import { orCodeNeeded } from './code-needed.ts'
import { Heading } from './heading.tsx'
import { OtherPage } from './other-page.tsx'
import { PasswordField, passwordRule } from './password-field.tsx'
import { RequestLink } from './request-link.tsx'
import { SecondFactor } from './second-factor.tsx'
import { useEnterApp } from './use-enter.ts'
import { useFirstFocus } from './use-first-focus.ts'

/** Requests a reset link, or sets a new password with its code. Signed-in users can use it too (DECISIONS 2). */
export function ResetPassword() {
  const code = useSearchParams()[0].get('code')
  return code === null ? <RequestLink /> : <SetPassword key={code} code={code} />
}

/** `code` is the code from the link in the mail. */
export function SetPassword({ code }: { code: string }) {
  const enter = useEnterApp()
  const navigate = useNavigate()
  const [challenge, setChallenge] = useState<string | null>(null)
  const { form, onSubmit, busy, formError } = useServerForm(NewPassword, { password: '' }, async ({ password }) => {
    const body = { code, password, passwordConfirmation: password }
    if (!(await orCodeNeeded(call('resetPassword', { body }).finally(onSignedOut), setChallenge))) return
    await enter()
    tellChanged()
  })
  useFirstFocus(form, 'password')
  const isOver = formError === incorrectCode
  if (challenge !== null) {
    const startAgain = () => void navigate(paths.login, { replace: true })
    return (
      <SecondFactor challenge={challenge} onSignedIn={tellChanged} onStartAgain={startAgain}>
        Your password is changed.
      </SecondFactor>
    )
  }
  return (
    <>
      <Heading title="Set a new password">You'll be signed in here and signed out everywhere else.</Heading>
      <form onSubmit={onSubmit} noValidate className="mt-8 flex flex-col gap-5">
        <PasswordField
          label="New password"
          hint={passwordRule}
          error={faultOf(form.formState.errors.password)}
          {...form.register('password')}
          autoComplete="new-password"
          required
        />
        <FormError>
          {isOver
            ? `${incorrectCode}. This link has expired, was already used, or was replaced by a newer one.`
            : formError}
        </FormError>
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Saving…' : 'Set password'}
        </Button>
      </form>
      <p className="mt-6 text-muted">
        {isOver ? 'Need another link? ' : 'Link not working? '}
        <OtherPage to={paths.resetPassword} email="">
          Request a new link
        </OtherPage>
      </p>
    </>
  )
}

function tellChanged(): void {
  notify({ title: 'Password changed', description: 'Your other sessions were signed out.', color: 'green' })
}

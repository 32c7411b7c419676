import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { CallError, fieldErrors } from '#platform/web/api/call-error.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { call } from '../api.ts'
import { Heading } from './heading.tsx'
import { useEnterApp } from './use-enter.ts'

type Kind = 'app' | 'recovery'

interface SecondFactorProps {
  /** Null: a cookie holds it, after a sign-in with a provider. */
  challenge: string | null
  /** What happened already, above the form. */
  children?: ReactNode
  onSignedIn?: (() => void) | undefined
  onStartAgain: () => void
}

/** The second step of signing in: a code from the app, or a recovery code. */
export function SecondFactor({ challenge, children, onSignedIn, onStartAgain }: SecondFactorProps) {
  const [kind, setKind] = useState<Kind>('app')
  const fromApp = kind === 'app'
  return (
    <>
      <Heading title={fromApp ? 'Enter your code' : 'Enter a recovery code'}>
        {children}{' '}
        {fromApp
          ? 'Open your authenticator app and enter its code for Earshot.'
          : 'Enter one of the codes you saved when you set up two-factor sign-in. Each works once.'}
      </Heading>
      <CodeForm key={kind} kind={kind} challenge={challenge} onSignedIn={onSignedIn} onStartAgain={onStartAgain} />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="ghost" onClick={() => setKind(fromApp ? 'recovery' : 'app')}>
          {fromApp ? 'Use a recovery code' : 'Use the authenticator app'}
        </Button>
        <Button look="ghost" onClick={onStartAgain}>
          Back to sign-in
        </Button>
      </div>
      {!fromApp && (
        <p className="mt-6 text-pretty text-muted text-sm">
          No codes left? Ask the operator of this Earshot server to turn off two-factor sign-in for your account.
        </p>
      )}
    </>
  )
}

function CodeForm({ kind, challenge, onSignedIn, onStartAgain }: Omit<SecondFactorProps, 'children'> & { kind: Kind }) {
  const enter = useEnterApp()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, failure, error, send } = useSubmission()
  const fault = fieldErrors(failure, ['code']).get('code')
  const isOver = failure instanceof CallError && failure.details.reason === 'expired'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setMissing(true)
    void send(async () => {
      await call('secondFactor', { body: { code, ...(challenge !== null && { challenge }) } })
      await enter()
      onSignedIn?.()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="mt-8 flex flex-col gap-5">
      <Field label={kind === 'app' ? 'Code' : 'Recovery code'} error={missing ? 'Enter a code' : fault}>
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setMissing(false)
            }}
            className="font-mono tracking-wider"
            inputMode={kind === 'app' ? 'numeric' : 'text'}
            autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={kind === 'app' ? '123 456' : 'abcd-efgh-jkmn-pqrs'}
            autoFocus
            required
          />
        )}
      </Field>
      <FormError>{fault ? undefined : error}</FormError>
      {isOver ? (
        <Button look="brand" size="large" onClick={onStartAgain}>
          Start again
        </Button>
      ) : (
        <Button type="submit" look="brand" size="large" busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      )}
    </form>
  )
}

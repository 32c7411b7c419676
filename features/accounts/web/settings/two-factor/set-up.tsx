import { type FormEvent, useState } from 'react'
import { encode } from 'uqr'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { fieldErrors } from '#platform/web/api/call-error.ts'
import { CopyExample } from '#platform/web/forms/copyable.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { TwoFactorSetup } from '../../../contract-factors.ts'
import { call } from '../../api.ts'

interface SetUpProps {
  setup: TwoFactorSetup
  /** Takes the recovery codes. */
  onDone: (recoveryCodes: string[]) => Promise<void>
  onCancel: () => void
}

/** Shows the key of a new authenticator app, and asks for its first code. */
export function SetUp({ setup: { challenge, secret, uri }, onDone, onCancel }: SetUpProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const { busy, failure, error, send } = useSubmission()
  const fault = missing ? 'Enter the 6-digit code' : fieldErrors(failure, ['code']).get('code')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return setMissing(true)
    void send(async () => {
      const { data } = await call('twoFactorPut', { body: { challenge, code } })
      await onDone(data.recoveryCodes)
    })
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Connect your authenticator app" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-6">
        <QrCode text={uri} />
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-4">
          <p className="text-pretty">
            Scan this code with an authenticator app, such as 1Password, Google Authenticator, or Aegis.
          </p>
          <CopyExample label="Can't scan it? Enter this key" text={spaced(secret)} />
        </div>
      </div>
      <Field label="Code from the app" error={fault}>
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setMissing(false)
            }}
            className="max-w-40 font-mono tracking-wider"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123 456"
            autoFocus
          />
        )}
      </Field>
      <p className="text-muted text-sm">Turning it on signs you out everywhere else.</p>
      <FormError>{fault ? undefined : error}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Turning on…' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** Drawn here, so that the key goes to nobody. Dark on light in both color modes, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code with the key"
      viewBox={`0 0 ${size} ${size}`}
      className="size-44 rounded-lg border border-line bg-white text-black"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

function spaced(secret: string): string {
  return secret.replace(/(.{4})(?!$)/g, '$1 ')
}

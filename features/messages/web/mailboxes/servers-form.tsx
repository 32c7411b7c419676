import { type ReactNode, useState } from 'react'
import { mailPresets, presetOf } from '#engine/mail/presets.ts'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { PasswordInput } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { MailboxAttempt } from '../../contract-mailboxes.ts'
import { isAddress } from '../mail/address.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import { ServerFields, type TypedServer } from './server-fields.tsx'

/** How a mailbox signs in to its servers. */
export interface SignIn {
  imap: TypedServer
  smtp: TypedServer
  password: string
}

interface ServersFormProps {
  address: string
  /** The servers of a connected mailbox; null for a new one, whose servers follow from its address. */
  saved: Omit<SignIn, 'password'> | null
  /** The fields above. */
  children?: ReactNode
  /** Returns a fault of the fields above, to show below; null: none. */
  faultAbove: () => string | null
  /** Tries the servers. Throws CallError. */
  connect: (signIn: SignIn) => Promise<MailboxAttempt>
  onConnected: () => void
  onCancel: () => void
  /** The label of the button. */
  action: string
}

const other = 'Other provider'
const providers = [...mailPresets.map(({ name }) => name), other].map((name) => ({ value: name, label: name }))

/** Pages that explain how to get an app password, by provider. */
const helpPages: Partial<Record<string, string>> = {
  Google: 'https://support.google.com/accounts/answer/185833',
  iCloud: 'https://support.apple.com/102654',
  Yahoo: 'https://help.yahoo.com/kb/SLN15241.html',
}

/** Asks for a password and, for providers without a preset, for servers; tries them, and shows what each answered. */
export function ServersForm({
  address,
  saved,
  children,
  faultAbove,
  connect,
  onConnected,
  onCancel,
  action,
}: ServersFormProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [edited, setEdited] = useState<Partial<Omit<SignIn, 'password'>>>({})
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [failed, setFailed] = useState<{ address: string; steps: MailboxAttempt['steps'] } | null>(null)
  const { busy, error, send } = useSubmission()
  const ownPreset = presetOf(address)
  const isOwn = chosen === null || chosen === ownPreset.name
  const preset = (isOwn ? null : mailPresets.find(({ name }) => name === chosen)) ?? ownPreset
  const provider = chosen ?? (mailPresets.some(({ name }) => name === preset.name) ? preset.name : other)
  const help = helpPages[preset.name]
  const user = address.trim()
  const known = chosen === null ? saved : null
  const servers = {
    imap: edited.imap ?? known?.imap ?? { ...preset.imap, user },
    smtp: edited.smtp ?? known?.smtp ?? { ...preset.smtp, user },
  }

  async function submit(): Promise<void> {
    const found = faultAbove() ?? (password === '' ? 'Enter the password' : serversFault(servers))
    setFault(found)
    if (found !== null) return
    setFailed(null)
    await send(async () => {
      const attempt = await connect({ ...servers, password })
      if (attempt.mailbox === null) setFailed({ address, steps: attempt.steps })
      else onConnected()
    })
  }

  const fields = (
    <div className="flex flex-col gap-6 rounded-xl border border-line p-4">
      <ServerFields
        title="Incoming mail (IMAP)"
        value={servers.imap}
        onChange={(imap) => setEdited({ ...edited, imap })}
      />
      <ServerFields
        title="Outgoing mail (SMTP)"
        value={servers.smtp}
        onChange={(smtp) => setEdited({ ...edited, smtp })}
      />
    </div>
  )
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {children}
      <Field label="Provider">
        {(control) => (
          <Select
            {...control}
            value={provider}
            options={providers}
            onChange={(next) => {
              setChosen(next)
              setEdited({})
            }}
          />
        )}
      </Field>
      <Field
        label="Password"
        hint={
          preset.needsAppPassword ? (
            <>
              {preset.name} needs an app password. Your usual password doesn't work here.{' '}
              {help && (
                <a href={help} target="_blank" rel="noopener noreferrer" className="underline underline-offset-2">
                  How to get one
                </a>
              )}
            </>
          ) : (
            'The password you use to sign in to your mail.'
          )
        }
      >
        {(control) => (
          <PasswordInput
            {...control}
            value={password}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {/* They follow from the address. */}
      {isAddress(address) &&
        (provider === other || saved !== null ? fields : <Disclosure title="Servers">{fields}</Disclosure>)}
      <AttemptSteps steps={failed?.address === address ? failed.steps : null} />
      <FormEnd error={error ?? fault ?? undefined} busy={busy} onCancel={onCancel}>
        {busy ? 'Trying both servers…' : action}
      </FormEnd>
    </form>
  )
}

function serversFault({ imap, smtp }: Omit<SignIn, 'password'>): string | null {
  for (const [name, { host, port, user }] of [['incoming', imap] as const, ['outgoing', smtp] as const]) {
    if (host.trim() === '') return `Enter the host for ${name} mail`
    if (port < 1 || port > 65_535) return `Enter a port from 1 to 65535 for ${name} mail`
    if (user.trim() === '') return `Enter the user name for ${name} mail`
  }
  return null
}

import { useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { call } from '../api.ts'
import { isAddress } from '../mail/address.ts'
import { ServersForm } from './servers-form.tsx'

interface ConnectMailboxProps {
  projectId: string
  /** The name proposed for what the mailbox sends. */
  proposedName: string
  onConnected: (address: string) => void
  onCancel: () => void
}

/** Connects a mailbox by its password. Both servers are tried first. */
export function ConnectMailbox({ projectId, proposedName, onConnected, onCancel }: ConnectMailboxProps) {
  const [address, setAddress] = useState('')
  const [name, setName] = useState(proposedName)
  return (
    <ServersForm
      address={address}
      saved={null}
      action="Connect"
      faultAbove={() =>
        isAddress(address) ? (name.trim() === '' ? 'Enter a sender name' : null) : 'Enter an email address'
      }
      connect={async (signIn) => {
        const body = { data: { project: projectId, address: address.trim(), name: name.trim(), ...signIn } }
        return (await call('mailboxesConnect', { body })).data
      }}
      onConnected={() => onConnected(address.trim().toLowerCase())}
      onCancel={onCancel}
    >
      <Field label="Email address">
        {(control) => (
          <Input
            {...control}
            type="email"
            value={address}
            maxLength={254}
            autoComplete="off"
            autoFocus
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <Field label="Sender name" hint="Recipients see it next to the address.">
        {(control) => (
          <Input {...control} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
    </ServersForm>
  )
}

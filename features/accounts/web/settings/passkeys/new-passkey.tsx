import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import type { OwnerProof } from '../../../contract-factors.ts'
import type { RegistrationOptions } from '../../../contract-passkeys.ts'
import { call } from '../../api.ts'
import { createPasskey, passkeyFault } from '../../passkey-browser.ts'
import { OwnerProofForm } from '../owner-proof.tsx'
import { passkeysQuery } from '../queries.ts'

const nameMax = 100

/** Names a new passkey, proves the owner, and lets the device create it. */
export function NewPasskey({ user, onDone }: { user: SessionUser; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  // After a failure of the device, the proof still counts: a code works only once.
  const unused = useRef<RegistrationOptions>(null)
  const isNamed = name.trim() !== '' && name.trim().length <= nameMax

  async function add(proof: OwnerProof): Promise<void> {
    const options = unused.current ?? (await call('passkeyRegistrationCreate', { body: proof })).data
    unused.current = options
    const credential = await createPasskey(options).catch((error: unknown) => {
      throw new Error(passkeyFault(error) ?? 'No passkey was created. Try again.')
    })
    unused.current = null
    await call('passkeysCreate', { body: { data: { name: name.trim(), credential } } })
    notify({ title: `Added “${name.trim()}”`, description: 'You can now sign in with it.', color: 'green' })
    onDone()
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  }

  function isReady(): boolean {
    setTried(true)
    return isNamed
  }

  return (
    <OwnerProofForm
      user={user}
      label="Add passkey"
      action="Add passkey"
      doing="Waiting for your device…"
      isReady={isReady}
      onProof={add}
      onCancel={onDone}
    >
      <Field
        label="Name"
        hint="To recognize it later, such as “Work laptop” or “Phone”."
        error={tried && !isNamed ? `Enter a name of 1 to ${nameMax} characters` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
    </OwnerProofForm>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionUser } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { Passkey } from '../../../contract-passkeys.ts'
import { call } from '../../api.ts'
import { offersPasskeys } from '../../passkey-browser.ts'
import { passkeysQuery, sessionsQuery } from '../queries.ts'
import { NewPasskey } from './new-passkey.tsx'
import { RenameForm } from './rename-form.tsx'

/** The user's passkeys, with what they are called and when they were used. */
export function Passkeys({ user }: { user: SessionUser }) {
  const query = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const locked = !user.confirmed
    ? 'Confirm your email first.'
    : offersPasskeys()
      ? null
      : "This browser doesn't offer passkeys here. They need a current browser and a secure address with a domain name."
  return (
    <Section
      title="Passkeys"
      hint="Sign in with your fingerprint, face, or screen lock instead of a password and a code."
      action={
        !isAdding && (
          <Button disabled={locked !== null} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {locked !== null && <Locked>{locked}</Locked>}
      {isAdding && <NewPasskey user={user} onDone={() => setAdding(false)} />}
      <RowsState name="your passkeys" query={query} empty={<p className="text-muted">No passkeys yet.</p>}>
        {(passkeys) => (
          <ul aria-label="Passkeys" className="divide-y divide-line border-line border-t">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </RowsState>
    </Section>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const queryClient = useQueryClient()
  const modal = useModal()
  const [renaming, setRenaming] = useState(false)
  const { id, name, createdAt, lastUsedAt } = passkey

  async function remove(): Promise<void> {
    await call('passkeysDelete', { id })
    notify({ title: `Removed “${name}”`, description: 'Your other sessions were signed out.' })
    await Promise.all(
      [passkeysQuery, sessionsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
    )
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Remove “${name}”?`}
        action="Remove passkey"
        doing="Removing…"
        onConfirm={remove}
      >
        <p className="text-pretty">
          It can no longer sign in, and your other sessions are signed out. Your device may keep showing it until you
          delete it there too.
        </p>
      </ConfirmDialog>
    ))

  if (renaming) {
    return (
      <li className="py-3">
        <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-muted text-sm">
          Added <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time> ·{' '}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <span title={exactTime(lastUsedAt)}>used {agoText(lastUsedAt, Date.now())}</span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Button size="small" look="danger" aria-label={`Remove ${name}`} onClick={ask}>
          Remove…
        </Button>
      </div>
    </li>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

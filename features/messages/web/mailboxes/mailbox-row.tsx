import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { Mailbox } from '../../contract-mailbox.ts'
import { call } from '../api.ts'
import { kindNames, mailboxStatus, readText, todayText } from './labels.ts'

const form = { title: "Couldn't load the form", waiting: <Skeleton className="h-64 w-full" /> }
const EditMailbox = separatePart(async () => (await import('./edit-mailbox.tsx')).EditMailbox, form)
const ChangeServers = separatePart(async () => (await import('./change-servers.tsx')).ChangeServers, form)

interface MailboxRowProps {
  mailbox: Mailbox
  /** The user may only look at it. */
  locked: boolean
  now: number
}

/** One mailbox: whether it works, how many it may send today, and what can be changed. */
export function MailboxRow({ mailbox, locked, now }: MailboxRowProps) {
  const { address, name, kind, state, trouble, createdBy, showsAll } = mailbox
  const { label, look } = mailboxStatus(mailbox)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere font-medium">{address}</h3>
          <Badge look={look}>{label}</Badge>
          {kind === 'sandbox' && <Badge>{kindNames.sandbox}</Badge>}
        </div>
        {trouble !== null && <p className="wrap-anywhere text-pretty text-danger">{trouble}</p>}
        {state !== 'disconnected' && <p className="tabular text-pretty">{todayText(mailbox)}</p>}
        <p className="wrap-anywhere text-muted text-sm">
          Sends as {name}
          {kind !== 'sandbox' && ` · ${kindNames[kind]}`}
          {showsAll && ' · Shows all mail'}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {readText(mailbox, now)}
          {createdBy && ` · Connected by ${createdBy.email}`}
        </p>
      </div>
      {!locked && <Actions mailbox={mailbox} />}
    </li>
  )
}

function Actions({ mailbox }: { mailbox: Mailbox }) {
  const { id, address, kind, state, pausedAt } = mailbox
  const queryClient = useQueryClient()
  const modal = useModal()
  const [open, setOpen] = useState<'edit' | 'servers' | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['mailboxes'] })
  const isPaused = pausedAt !== null
  const hasPassword = kind === 'password'

  async function pause(paused: boolean): Promise<void> {
    const done = await withErrorToast(() => call('mailboxesUpdate', { id, body: { data: { paused } } }))
    if (done) notify({ title: paused ? `${address} paused` : `${address} resumed` })
    await refresh()
  }

  async function finish(title: string): Promise<void> {
    setOpen(null)
    notify({ title, color: 'green' })
    await refresh()
  }

  const askToDisconnect = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Disconnect ${address}?`}
        action="Disconnect"
        doing="Disconnecting…"
        onConfirm={async () => {
          await call('mailboxConnectionDelete', { id })
          notify({ title: `Disconnected ${address}` })
          await refresh()
        }}
      >
        <p>
          Earshot deletes its password and stops reading and sending its mail. Conversations are kept. You can connect
          it again later.
        </p>
      </ConfirmDialog>
    ))

  const askToDelete = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Delete ${address}?`}
        action="Delete mailbox"
        doing="Deleting…"
        onConfirm={async () => {
          await call('mailboxesDelete', { id })
          notify({ title: `Deleted ${address}` })
          await refresh()
        }}
      >
        <p>
          Earshot deletes its password and settings. Conversations are kept, but you can't answer in them. You can't
          undo this.
        </p>
      </ConfirmDialog>
    ))

  return (
    <div className="flex shrink-0 items-center gap-2">
      {state !== 'connected' && hasPassword && (
        <Button size="small" look="primary" onClick={() => setOpen('servers')}>
          Reconnect<span className="sr-only"> {address}</span>
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('edit')}>
        Edit<span className="sr-only"> {address}</span>
      </Button>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label={`More actions for ${address}`}>
            <Icon name="more" />
          </Button>
        }
      >
        {state !== 'disconnected' && (
          <MenuItem icon={<Icon name={isPaused ? 'play' : 'pause'} />} onClick={() => void pause(!isPaused)}>
            {isPaused ? 'Resume sending' : 'Pause sending'}
          </MenuItem>
        )}
        {hasPassword && (
          <MenuItem icon={<Icon name="settings" />} onClick={() => setOpen('servers')}>
            Change password or servers…
          </MenuItem>
        )}
        <MenuSeparator />
        {state !== 'disconnected' && (
          <MenuItem icon={<Icon name="reject" />} onClick={askToDisconnect}>
            Disconnect…
          </MenuItem>
        )}
        <MenuItem icon={<Icon name="remove" />} onClick={askToDelete}>
          Delete…
        </MenuItem>
      </Menu>
      <Drawer open={open === 'edit'} onOpenChange={() => setOpen(null)} title={`Edit ${address}`} side="end">
        <EditMailbox mailbox={mailbox} onSaved={() => void finish(`${address} saved`)} onCancel={() => setOpen(null)} />
      </Drawer>
      <Drawer open={open === 'servers'} onOpenChange={() => setOpen(null)} title={address} side="end">
        <ChangeServers
          mailbox={mailbox}
          onDone={() => void finish(`${address} connected`)}
          onCancel={() => setOpen(null)}
        />
      </Drawer>
    </div>
  )
}

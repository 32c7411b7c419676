import { useQueryClient } from '@tanstack/react-query'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { Destination } from '../../contract-deliveries.ts'
import { call } from '../api.ts'
import { webhookLogQuery, webhooksQuery } from './queries.ts'
import type { ShownSecret } from './webhook-secret.tsx'
import { rotationText, webhookStatus, webhookTrouble } from './webhook-text.ts'

/** Brings the schema of the form's values. */
const EditWebhook = separatePart(async () => (await import('./edit-webhook.tsx')).EditWebhook, {
  title: "Couldn't load the form",
  waiting: <Skeleton className="h-28 w-full" />,
})

interface WebhookRowProps {
  projectId: string
  webhook: Destination
  /** The user may only look at it. */
  locked: boolean
  onOpenLog: () => void
  onSecret: (secret: ShownSecret) => void
}

/** One webhook: where it sends, and whether that works. */
export function WebhookRow({ projectId, webhook, locked, onOpenLog, onSecret }: WebhookRowProps) {
  const { name, host, createdBy } = webhook
  const { label, look } = webhookStatus(webhook)
  const notes = [webhookTrouble(webhook), rotationText(webhook, Date.now())].filter((note) => note !== null)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">
          {name} <Badge look={look}>{label}</Badge>
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {host}
          {createdBy && ` · by ${createdBy.email}`}
        </p>
        {notes.map((note) => (
          <p key={note} className="wrap-anywhere text-sm">
            {note}
          </p>
        ))}
      </div>
      {!locked && <Actions {...{ projectId, webhook, onOpenLog, onSecret }} />}
    </li>
  )
}

function Actions({ projectId, webhook, onOpenLog, onSecret }: Omit<WebhookRowProps, 'locked'>) {
  const { id, name, status } = webhook
  const queryClient = useQueryClient()
  const modal = useModal()
  const isActive = status === 'active'
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey })

  async function setStatus(to: 'active' | 'paused'): Promise<void> {
    await withErrorToast(() => call('destinationsUpdate', { id, body: { data: { status: to } } }))
    await refresh()
  }

  async function test(): Promise<void> {
    const isQueued = await withErrorToast(() => call('destinationTestCreate', { id }))
    await queryClient.invalidateQueries({ queryKey: webhookLogQuery(id).queryKey })
    if (isQueued) onOpenLog()
  }

  async function rotate(): Promise<void> {
    const { data } = await call('destinationSecretCreate', { id })
    await refresh()
    if (data.secret !== null) onSecret({ title: `New secret of “${name}”`, secret: data.secret })
  }

  async function remove(): Promise<void> {
    await call('destinationsDelete', { id })
    notify({ title: `Deleted “${name}”` })
    await refresh()
  }

  const edit = () =>
    modal.open((shown) => (
      <Dialog {...shown} title={`Edit “${name}”`}>
        <EditWebhook projectId={projectId} webhook={webhook} onDone={() => shown.onOpenChange(false)} />
      </Dialog>
    ))

  const askToRotate = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Rotate the secret of “${name}”?`}
        action="Rotate secret"
        doing="Rotating…"
        onConfirm={rotate}
      >
        <p>
          For 24 hours, messages are signed with both the new and the current secret. Replace the secret in your
          receiver within that time, and no message is lost.
        </p>
      </ConfirmDialog>
    ))

  const askToRemove = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Delete “${name}”?`}
        action={webhook.channel === 'webhook' ? 'Delete webhook' : 'Delete chat'}
        doing="Deleting…"
        onConfirm={remove}
      >
        <p>Alert rules stop sending to it immediately, and its log is deleted. You can't undo this.</p>
      </ConfirmDialog>
    ))

  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button size="small" onClick={() => void test()}>
        Send test<span className="sr-only"> to {name}</span>
      </Button>
      <Button size="small" onClick={onOpenLog}>
        Log<span className="sr-only"> of {name}</span>
      </Button>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" size="icon" aria-label={`More actions for ${name}`}>
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem icon={<Icon name="edit" />} onClick={edit}>
          Edit…
        </MenuItem>
        <MenuItem
          icon={<Icon name={isActive ? 'pause' : 'play'} />}
          onClick={() => void setStatus(isActive ? 'paused' : 'active')}
        >
          {isActive ? 'Pause' : status === 'paused' ? 'Resume' : 'Enable'}
        </MenuItem>
        {webhook.channel === 'webhook' && (
          <MenuItem icon={<Icon name="refresh" />} onClick={askToRotate}>
            Rotate secret…
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Icon name="remove" />} onClick={askToRemove}>
          Delete…
        </MenuItem>
      </Menu>
    </div>
  )
}

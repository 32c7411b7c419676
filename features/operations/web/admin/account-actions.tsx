import { useState } from 'react'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { changeSession } from '#platform/web/session/log-out.ts'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { AdminUserDetails } from '../../contract-admin.ts'
import { call } from './api.ts'

interface AccountActionsProps {
  user: AdminUserDetails
  onChange: () => void
  /** Called when the account was deleted. */
  onGone: () => void
}

/** The actions for a whole account. */
export function AccountActions({ user, onChange, onGone }: AccountActionsProps) {
  const { id, email, confirmed, blocked, internalAdmin } = user
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const whyNotAct = internalAdmin ? 'Nobody can act as an internal admin.' : blocked ? 'This account is blocked.' : null

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    await withErrorToast(work)
    setBusy(false)
    onChange()
  }
  async function act(): Promise<void> {
    if (busy) return
    setBusy(true)
    setBusy(await changeSession(() => call('actingPut', { id }), paths.app))
  }
  const resend = () =>
    run(async () => {
      await call('adminConfirmationCreate', { id })
      notify({ title: `Sent a confirmation link to ${email}`, color: 'green' })
    })
  return (
    <section aria-label="Account" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button look="primary" size="small" busy={busy} disabled={whyNotAct !== null} onClick={() => void act()}>
          Act as user
        </Button>
        <Button
          size="small"
          busy={busy}
          disabled={confirmed}
          title={confirmed ? 'The email address is confirmed.' : undefined}
          onClick={() => void resend()}
        >
          Resend confirmation
        </Button>
        <Button
          size="small"
          busy={busy}
          disabled={isUnderWay(user)}
          onClick={() => void run(() => call('adminExportCreate', { id }))}
        >
          Export
        </Button>
        <Button
          look="danger"
          size="small"
          disabled={internalAdmin}
          title={internalAdmin ? 'Internal admins can only delete their own accounts.' : undefined}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </div>
      <p className="text-muted text-sm">
        {whyNotAct ??
          "You see and use Earshot as they do for up to an hour. Their audit logs record it. You can't change their password, email, members, API tokens, or billing."}
      </p>
      <ExportLine user={user} />
      <Deletion user={user} open={asking} onOpenChange={setAsking} onGone={onGone} onChange={onChange} />
    </section>
  )
}

function isUnderWay({ export: exported }: AdminUserDetails): boolean {
  return exported?.state === 'waiting' || exported?.state === 'running'
}

function ExportLine({ user }: { user: AdminUserDetails }) {
  const { export: exported } = user
  if (exported === null) return null
  return (
    <p aria-live="polite" className="flex flex-wrap items-center gap-3">
      {isUnderWay(user) && <span className="text-muted">Exporting…</span>}
      {exported.state === 'failed' && <span className="text-danger">{exported.fault}</span>}
      {exported.state === 'done' && (
        <a href={`/api/exports/${exported.id}/file`} download className={buttonClasses({ size: 'small' })}>
          <Icon name="download" /> Download export{exported.bytes !== null && `, ${bytesText(exported.bytes)}`}
        </a>
      )}
    </p>
  )
}

interface DeletionProps extends AccountActionsProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Deletion({ user, open, onOpenChange, onGone, onChange }: DeletionProps) {
  const { id, email, ownProjects } = user
  const [withProjects, setWithProjects] = useState(false)
  const owned = ownProjects.filter(({ role }) => role === 'owner')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this account?"
      typed={email}
      action="Delete account"
      doing="Deleting…"
      onConfirm={async () => {
        const projects = withProjects ? { projects: 'delete' as const } : {}
        await call('adminUsersDelete', { id, body: { data: { email, ...projects } } })
        notify({ title: `Deleted ${email}` })
        onGone()
        onChange()
      }}
    >
      <p>
        The user is signed out immediately, and the account's data is erased. You can't undo this. If they asked for an
        export, create it first.
      </p>
      {owned.length > 0 && (
        <Checkbox
          label={`Also delete projects without another owner: ${owned.map(({ name }) => name).join(', ')}`}
          checked={withProjects}
          onChange={setWithProjects}
        />
      )}
    </ConfirmDialog>
  )
}

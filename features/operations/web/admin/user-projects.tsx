import { type FormEvent, useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { roleNames } from '#platform/web/session/roles.ts'
import { exactTime } from '#platform/web/text/age.ts'
import type { AdminProject, AdminUserDetails } from '../../contract-admin.ts'
import { call } from './api.ts'
import { errorTexts, planName, statusName, usageTexts } from './labels.ts'

/** A user's projects with their plans, usage, and errors. */
export function UserProjects({ user, onChange }: { user: AdminUserDetails; onChange: () => void }) {
  const { ownProjects, billing } = user
  const [granting, setGranting] = useState<AdminProject | null>(null)
  if (ownProjects.length === 0) return <p className="text-muted">None yet.</p>
  const withdraw = async ({ id, name }: AdminProject) => {
    await withErrorToast(async () => {
      await call('accessGrantDelete', { id })
      notify({ title: `Withdrew the access of ${name}` })
    })
    onChange()
  }
  return (
    <>
      <ul aria-label="Projects" className="flex flex-col gap-3">
        {ownProjects.map((project) => (
          <li key={project.id} className="flex flex-col gap-1.5 rounded-xl border border-line p-4">
            <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-medium">
              {project.name}
              {project.role && <Badge>{roleNames[project.role]}</Badge>}
              <Badge>{statusName(project)}</Badge>
              {project.isSandbox && <Badge>Sample data</Badge>}
            </p>
            <p className="text-sm">
              {planName(project)}
              {project.access.until && <> until {exactTime(project.access.until)}</>}
            </p>
            <p className="tabular text-muted text-sm">{usageTexts(project).join(' · ')}</p>
            {errorTexts(project.errors).length > 0 && (
              <p className="flex flex-wrap gap-1">
                {errorTexts(project.errors).map((text) => (
                  <Badge key={text} look="danger">
                    {text}
                  </Badge>
                ))}
              </p>
            )}
            {billing !== 'off' && (
              <div className="mt-1.5 flex flex-wrap gap-2">
                <Button size="small" onClick={() => setGranting(project)}>
                  {project.access.until ? 'Extend access' : 'Grant access'}
                </Button>
                {project.access.by === 'grant' && (
                  <Button size="small" look="ghost" onClick={() => void withdraw(project)}>
                    Withdraw
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {billing === 'off' && (
        <p className="text-muted text-sm">Billing is off: every project has access to everything.</p>
      )}
      <Dialog
        open={granting !== null}
        onOpenChange={(open) => !open && setGranting(null)}
        title={granting ? `Access for ${granting.name}` : ''}
      >
        {granting && (
          <GrantForm
            project={granting}
            onDone={() => {
              setGranting(null)
              onChange()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

/** The most days of one grant, as the server takes them. */
const daysMost = 366

function GrantForm({ project: { id, name, access }, onDone }: { project: AdminProject; onDone: () => void }) {
  const [days, setDays] = useState('7')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useSubmission()
  const daysFault =
    /^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= daysMost ? undefined : `Enter 1 to ${daysMost}`
  const reasonFault = reason.trim() === '' ? 'Enter a reason' : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (daysFault || reasonFault) return
    void send(async () => {
      const body = { data: { days: Number(days), reason: reason.trim() } }
      const { data } = await call('accessGrantCreate', { id, body })
      notify({ title: `${name} has access until ${exactTime(data.until)}`, color: 'green' })
      onDone()
    })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-pretty">
        {access.until ? 'The access is extended.' : 'The project gets access without paying.'} It has the quota of a
        3-Day Pass. A subscription, if there is one, comes first.
      </p>
      <Field label="Days" error={tried ? daysFault : undefined}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoFocus
            value={days}
            onChange={(event) => setDays(event.target.value)}
            className="w-24"
          />
        )}
      </Field>
      <Field
        label="Reason"
        hint="Owners and admins of the project see it in the audit log."
        error={tried ? reasonFault : undefined}
      >
        {(control) => (
          <Input {...control} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <FormEnd error={error} busy={busy} onCancel={onDone}>
        {busy ? 'Granting…' : 'Grant access'}
      </FormEnd>
    </form>
  )
}

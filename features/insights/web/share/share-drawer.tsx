import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { CopyField } from '#platform/web/forms/copyable.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { InsightShare } from '../../contract-shares.ts'
import { call } from '../api.ts'
import { sharesQuery } from '../queries.ts'

interface ShareDrawerProps {
  projectId: string
  /** What the link shows, and its usual name. */
  shared: { board: string } | { report: string }
  name: string
  onClose: () => void
}

const spans = ['7', '30', '90', '365'] as const
const lifetimes = [
  { value: '7', label: '1 week' },
  { value: '30', label: '1 month' },
  { value: '90', label: '3 months' },
  { value: '365', label: '1 year' },
] as const

/** Makes a link that shows a board or a report without signing in, and lists and revokes the project's links. */
export function ShareDrawer({ projectId, shared, name, onClose }: ShareDrawerProps) {
  const [address, setAddress] = useState<string | null>(null)
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} side="end" title="Share with a link">
      <div className="flex flex-col gap-8">
        {address === null ? (
          <ShareForm projectId={projectId} shared={shared} name={name} onAddress={setAddress} onClose={onClose} />
        ) : (
          <CopyField
            label="Link"
            hint="Copy it now: it won't be shown again. Anyone with the link can see the charts."
            value={address}
            autoFocus
          />
        )}
        <Links projectId={projectId} />
      </div>
    </Drawer>
  )
}

function ShareForm({
  projectId,
  shared,
  name: usualName,
  onAddress,
  onClose,
}: ShareDrawerProps & { onAddress: (address: string) => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(usualName)
  const [days, setDays] = useState<(typeof spans)[number]>('30')
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('90')
  const [fault, setFault] = useState<string>()
  const { busy, error, send } = useSubmission()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault('Name the link')
    void send(async () => {
      const data = {
        project: projectId,
        name: name.trim(),
        ...shared,
        days: Number(days),
        expiresInDays: Number(lifetime),
      }
      const { data: share } = await call('insightSharesCreate', { body: { data } })
      await queryClient.invalidateQueries({ queryKey: ['insight-shares', projectId] })
      onAddress(share.address)
    })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-pretty text-muted">
        The link shows these charts with live numbers and nothing else from the project. No account is needed.
      </p>
      <Field label="Name" error={fault}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Days shown">
          {(control) => (
            <Select
              {...control}
              value={days}
              onChange={setDays}
              options={spans.map((span) => ({ value: span, label: `Last ${span} days` }))}
            />
          )}
        </Field>
        <Field label="Expires after">
          {(control) => <Select {...control} value={lifetime} onChange={setLifetime} options={lifetimes} />}
        </Field>
      </div>
      <FormEnd error={error} busy={busy} onCancel={onClose}>
        {busy ? 'Creating…' : 'Create link'}
      </FormEnd>
    </form>
  )
}

function Links({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient()
  const shares = useQuery(sharesQuery(projectId))
  const [now] = useState(Date.now)
  const revoke = async ({ id }: InsightShare) => {
    await withErrorToast(() => call('insightSharesDelete', { id }))
    await queryClient.invalidateQueries({ queryKey: ['insight-shares', projectId] })
  }
  return (
    <section aria-label="Links of this project">
      <h3 className="font-semibold">Links of this project</h3>
      <RowsState name="the links" query={shares} empty={<p className="mt-1 text-muted text-sm">No links yet.</p>}>
        {(rows) => (
          <ul className="mt-2 flex flex-col divide-y divide-line">
            {rows.map((share) => (
              <li key={share.id} className="flex items-center gap-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="wrap-anywhere font-medium">{share.name}</p>
                  <p className="text-muted text-sm">{linkText(share, now)}</p>
                </div>
                <Button size="small" aria-label={`Revoke “${share.name}”`} onClick={() => void revoke(share)}>
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </RowsState>
    </section>
  )
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

function linkText({ expiresAt, openedAt }: InsightShare, now: number): string {
  const until = date.format(new Date(expiresAt))
  const expiry = Date.parse(expiresAt) <= now ? `Expired ${until}` : `Until ${until}`
  return `${expiry}, ${openedAt === null ? 'not opened yet' : `opened ${agoText(openedAt, now)}`}`
}

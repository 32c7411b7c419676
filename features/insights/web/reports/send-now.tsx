import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Report } from '../../contract.ts'
import type { ReportDelivery, SkippedReceiver } from '../../contract-delivery.ts'
import { call } from '../api.ts'

const reasons: Record<SkippedReceiver['reason'], string> = {
  role: 'may not read reports',
  unconfirmed: "hasn't confirmed their email",
  refused: 'refuses mail',
}

/** Sends a saved report to its recipients at once, whatever its schedule. */
export function SendNow({ report }: { report: Report }) {
  const [busy, setBusy] = useState(false)
  const nobody = (report.recipients ?? []).length === 0
  const send = async () => {
    if (busy) return
    setBusy(true)
    await withErrorToast(async () => {
      const { data } = await call('reportDeliveryCreate', { id: report.id })
      notify(noticeOf(data))
    })
    setBusy(false)
  }
  return (
    <Button
      size="small"
      busy={busy}
      disabled={nobody}
      title={nobody ? 'Save the report with recipients first' : undefined}
      onClick={() => void send()}
    >
      <Icon name="mail" /> {busy ? 'Sending…' : 'Send now'}
    </Button>
  )
}

function noticeOf({ sent, skipped }: ReportDelivery): Parameters<typeof notify>[0] {
  const description = skipped.map(({ user, reason }) => `${user.email} ${reasons[reason]}`).join(', ')
  const title =
    sent.length === 0
      ? 'The report was not sent'
      : `Report sent to ${sent.length === 1 ? '1 person' : `${sent.length} people`}`
  return { title, color: sent.length === 0 ? 'amber' : 'green', ...(description && { description }) }
}

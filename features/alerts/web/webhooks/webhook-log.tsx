import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { Destination, DestinationDelivery } from '../../contract-deliveries.ts'
import { call } from '../api.ts'
import { deliveryStates, momentText } from '../labels.ts'
import { isBeingSent, webhookLogQuery } from './queries.ts'
import { attemptText } from './webhook-text.ts'

/** The newest messages to a webhook, with the attempts to deliver each. */
export function WebhookLog({ webhook, onClose }: { webhook: Destination; onClose: () => void }) {
  const query = useQuery(webhookLogQuery(webhook.id))
  return (
    <Drawer side="end" open onOpenChange={onClose} title={`Log of “${webhook.name}”`}>
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">
          The newest 50 messages to {webhook.host}. A message that is sent again has the same ID.
        </p>
        <RowsState
          name="the delivery log"
          query={query}
          empty={<p className="text-muted">Nothing sent yet. Choose this webhook in an alert rule, or send a test.</p>}
        >
          {(deliveries) => (
            <ul aria-label="Messages" className="divide-y divide-line border-line border-t">
              {deliveries.map((delivery) => (
                <Message key={delivery.id} webhookId={webhook.id} delivery={delivery} />
              ))}
            </ul>
          )}
        </RowsState>
      </div>
    </Drawer>
  )
}

function Message({ webhookId, delivery }: { webhookId: string; delivery: DestinationDelivery }) {
  const { id, rule, sample, state, reason, dueAt, finishedAt, createdAt, finds, attempts } = delivery
  const { label, look } = deliveryStates[state]
  const at = finishedAt ?? createdAt
  const facts = [
    ...(finds > 0 ? [finds === 1 ? '1 find' : `${finds} finds`] : []),
    ...(state === 'deferred' && dueAt ? [`next attempt ${momentText(dueAt)}`] : []),
  ]
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="wrap-anywhere min-w-0" aria-live="polite">
          <span className="font-medium">{sample ? 'Test' : (rule?.name ?? 'A deleted rule')}</span>{' '}
          <Badge look={look}>{label}</Badge>
        </p>
        <time dateTime={at} title={exactTime(at)} className="tabular text-muted text-sm">
          {agoText(at, Date.now())}
        </time>
      </div>
      {facts.length > 0 && <p className="text-muted text-sm">{facts.join(' · ')}</p>}
      {reason && attempts.length === 0 && <p className="wrap-anywhere text-sm">{reason}</p>}
      {attempts.length > 0 && (
        <ol aria-label="Attempts" className="flex flex-col gap-1.5 text-sm">
          {attempts.map((attempt) => (
            <Attempt key={attempt.startedAt} attempt={attempt} />
          ))}
        </ol>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <code className="wrap-anywhere font-mono text-faint text-xs">{id}</code>
        <SendAgain webhookId={webhookId} delivery={delivery} />
      </div>
    </li>
  )
}

function Attempt({ attempt }: { attempt: DestinationDelivery['attempts'][number] }) {
  const { startedAt, response } = attempt
  return (
    <li>
      <p className="wrap-anywhere">
        <time dateTime={startedAt} className="tabular text-muted">
          {momentText(startedAt)}
        </time>{' '}
        {attemptText(attempt)}
      </p>
      {response !== '' && (
        <pre className="wrap-anywhere mt-1 whitespace-pre-wrap rounded-md border border-line bg-sunken px-2 py-1.5 font-mono text-xs">
          {response}
        </pre>
      )}
    </li>
  )
}

function SendAgain({ webhookId, delivery }: { webhookId: string; delivery: DestinationDelivery }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function send(): Promise<void> {
    if (busy) return
    setBusy(true)
    const body = { data: { delivery: delivery.id } }
    await withErrorToast(() => call('destinationReplayCreate', { id: webhookId, body }))
    await queryClient.invalidateQueries({ queryKey: webhookLogQuery(webhookId).queryKey })
    setBusy(false)
  }

  if (isBeingSent(delivery)) return null
  return (
    <Button size="small" busy={busy} onClick={() => void send()}>
      Send again
    </Button>
  )
}

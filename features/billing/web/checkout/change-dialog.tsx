import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { dateText } from '#engine/subscription/state.ts'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { PlanChange, Subscription } from '../../contract.ts'
import { call } from '../api.ts'
import { counted, cycleNames, moneyText } from '../labels.ts'
import type { Order } from '../picker/plan-picker.tsx'
import { planChangePreviewQuery, refreshBilling } from '../queries.ts'
import { type Billing, useTimeZone } from '../use-billing.tsx'

interface ChangeDialogProps {
  billing: Billing
  subscription: Subscription
  order: Order
  onClose: () => void
  onChanged: () => void
}

/** What a change of plan costs now and what it pauses, before it happens. */
export function ChangeDialog({ onClose, ...rest }: ChangeDialogProps) {
  const { plan, billingCycle } = rest.order
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Switch to ${plan.name}, ${cycleNames[billingCycle]}?`}
    >
      <Consequences onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Consequences({ billing: { project }, subscription, order, onClose, onChanged }: ChangeDialogProps) {
  const { plan, billingCycle } = order
  const { busy, error, send } = useSubmission()
  const choice = { plan: plan.key, billingCycle }
  const query = useQuery(planChangePreviewQuery(subscription.id, choice))

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(async () => {
      await call('planChange', { id: subscription.id, body: { data: choice } })
      await refreshBilling(project.id)
      onChanged()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {query.data ? (
        <Costs change={query.data} />
      ) : (
        !query.error && (
          <div role="status" aria-label="Loading" className="flex flex-col gap-3">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-3/4" />
          </div>
        )
      )}
      <FormEnd
        error={error ?? (query.error ? messageOf(query.error) : undefined)}
        busy={busy}
        disabled={query.data === undefined}
        onCancel={onClose}
      >
        {busy ? 'Switching…' : `Switch to ${plan.name}`}
      </FormEnd>
    </form>
  )
}

function Costs({ change: { dueNow, next, nextBilledAt, paused } }: { change: PlanChange }) {
  const timeZone = useTimeZone()
  const pausedTexts = [
    ...(paused.keywords > 0 ? [counted(paused.keywords, 'keywords')] : []),
    ...(paused.competitors > 0 ? [counted(paused.competitors, 'competitors')] : []),
  ]
  return (
    <div className="flex flex-col gap-3 text-pretty">
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        <dt className="font-semibold">{dueNow.amount < 0 ? 'Credit' : 'Due now'}</dt>
        <dd className="text-right font-semibold">{moneyText({ ...dueNow, amount: Math.abs(dueNow.amount) })}</dd>
        {next && (
          <>
            <dt className="text-muted">Next payment, {dateText(nextBilledAt, timeZone)}</dt>
            <dd className="text-right">{moneyText(next)}</dd>
          </>
        )}
      </dl>
      <p className="text-muted text-sm">
        {dueNow.amount < 0
          ? 'The rest of the current period is credited toward your next payments.'
          : 'The rest of the current period is deducted. Your card on file is charged.'}
      </p>
      {pausedTexts.length > 0 && (
        <p className="rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
          This pauses {new Intl.ListFormat('en').format(pausedTexts)}, newest first. Nothing is deleted.
        </p>
      )}
    </div>
  )
}

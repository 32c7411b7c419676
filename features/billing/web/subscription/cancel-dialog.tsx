import { type FormEvent, useState } from 'react'
import { dateText } from '#engine/subscription/state.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Textarea } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { cancelReasons, Subscription } from '../../contract.ts'
import { call } from '../api.ts'
import { reasonTexts } from '../labels.ts'
import { refreshBilling } from '../queries.ts'
import { type Billing, useTimeZone } from '../use-billing.tsx'

type Reason = (typeof cancelReasons)[number]

interface CancelDialogProps {
  billing: Billing
  subscription: Subscription
  onClose: () => void
}

/** Asks for the reason and cancels at the end of the paid period. */
export function CancelDialog({ onClose, ...rest }: CancelDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Cancel your subscription?">
      <Question onClose={onClose} {...rest} />
    </Dialog>
  )
}

const options = Object.entries(reasonTexts).map(([value, label]) => ({ value: value as Reason, label }))

function Question({ billing: { project }, subscription, onClose }: CancelDialogProps) {
  const timeZone = useTimeZone()
  const [reason, setReason] = useState<Reason | null>(null)
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, error, send } = useSubmission()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason === null) return setFault('Choose a reason')
    void send(async () => {
      await call('subscriptionCancel', { id: subscription.id, body: { data: { reason, comment } } })
      await refreshBilling(project.id)
      onClose()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p className="text-pretty">
        You keep access until {dateText(subscription.nextBilledAt, timeZone)}. Your data is kept, and you can come back
        at any time.
      </p>
      <Field label="Why are you leaving?" error={fault}>
        {(control) => (
          <Select
            {...control}
            value={reason}
            onChange={(value) => {
              setReason(value)
              setFault(undefined)
            }}
            options={options}
            placeholder="Choose a reason"
          />
        )}
      </Field>
      <Field label="Comment" aside="Optional">
        {(control) => (
          <Textarea
            {...control}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            maxLength={2000}
            className="min-h-20"
          />
        )}
      </Field>
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Keep subscription</Button>
        <Button type="submit" look="danger" busy={busy}>
          {busy ? 'Canceling…' : 'Cancel subscription'}
        </Button>
      </div>
    </form>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { PricePreview } from '../../contract.ts'
import { call } from '../api.ts'
import { cycleNames, moneyText, perCycle } from '../labels.ts'
import type { Order } from '../picker/plan-picker.tsx'
import { pricePreviewQuery } from '../queries.ts'
import type { Billing } from '../use-billing.tsx'
import type { useOverlay } from './use-overlay.ts'

interface OrderDialogProps {
  billing: Billing
  order: Order
  overlay: ReturnType<typeof useOverlay>
  onClose: () => void
  /** Runs once the overlay reports a payment, with the id of the checkout. */
  onPaid: (checkoutId: string) => void
}

/** The price of a first payment with tax and discount, before the provider's overlay opens. */
export function OrderDialog({ onClose, ...rest }: OrderDialogProps) {
  const { plan, billingCycle } = rest.order
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`${plan.name}, ${cycleNames[billingCycle]}`}>
      <Summary onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Summary({ billing: { project, mode }, order, overlay, onClose, onPaid }: OrderDialogProps) {
  const { plan, billingCycle, reactivate } = order
  const [draft, setDraft] = useState('')
  const [code, setCode] = useState('')
  const { busy, error, send } = useSubmission()
  const choice = { plan: plan.key, billingCycle, reactivate, ...(code && { code }) }
  const query = useQuery({ ...pricePreviewQuery(project.id, choice), placeholderData: keepPreviousData })
  const fault = query.error ? messageOf(query.error) : undefined

  function pay(event: FormEvent) {
    event.preventDefault()
    // A code that was typed but not applied would be lost.
    if (draft.trim() !== code) return setCode(draft.trim())
    void send(async () => {
      let checkoutId = ''
      await overlay.open(
        async () => {
          const { data } = await call('checkoutCreate', { id: project.id, body: { data: choice } })
          checkoutId = data.id
          return data.transactionId
        },
        () => onPaid(checkoutId),
      )
      onClose()
    })
  }

  return (
    <form onSubmit={pay} noValidate className="flex flex-col gap-5">
      {reactivate && <p className="text-pretty">Welcome back. Your data is still here.</p>}
      {query.data && !(query.error && code === '') ? (
        <Prices preview={query.data} billingCycle={billingCycle} isStale={query.isPlaceholderData} />
      ) : (
        !query.error && <WaitingForPrices />
      )}
      {!reactivate && (
        <div className="flex items-start gap-2">
          <Field
            label="Discount code"
            aside="Optional"
            error={code === '' ? undefined : fault}
            className="min-w-0 flex-1"
          >
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  value={draft}
                  onChange={(event) => setDraft(event.target.value)}
                  maxLength={64}
                  autoComplete="off"
                  autoCapitalize="characters"
                  spellCheck={false}
                />
                <Button className="h-10" busy={query.isFetching} onClick={() => setCode(draft.trim())}>
                  Apply
                </Button>
              </div>
            )}
          </Field>
        </div>
      )}
      {mode === 'sandbox' && <p className="text-muted text-sm">This is a test: no money moves.</p>}
      <FormEnd
        error={error ?? (code === '' ? fault : undefined)}
        busy={busy}
        disabled={query.error !== null}
        onCancel={onClose}
      >
        {busy ? 'Opening checkout…' : 'Continue to payment'}
      </FormEnd>
    </form>
  )
}

interface PricesProps {
  preview: PricePreview
  billingCycle: Order['billingCycle']
  isStale: boolean
}

function Prices({ preview: { subtotal, discount, tax, total, recurring }, billingCycle, isStale }: PricesProps) {
  return (
    <div aria-busy={isStale} className={isStale ? 'opacity-60' : undefined}>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-y-1.5">
        <dt className="text-muted">Subtotal</dt>
        <dd className="text-right">{moneyText(subtotal)}</dd>
        {discount.amount !== 0 && (
          <>
            <dt className="text-muted">Discount</dt>
            <dd className="text-right">{moneyText({ ...discount, amount: -Math.abs(discount.amount) })}</dd>
          </>
        )}
        <dt className="text-muted">Tax</dt>
        <dd className="text-right">{moneyText(tax)}</dd>
        <dt className="border-line border-t pt-2 font-semibold">Due today</dt>
        <dd className="border-line border-t pt-2 text-right font-semibold">{moneyText(total)}</dd>
      </dl>
      <p className="mt-2 text-muted text-sm">
        {recurring
          ? `Then ${moneyText(recurring)} ${perCycle[billingCycle]}, until you cancel.`
          : 'Paid once. It does not renew.'}
      </p>
    </div>
  )
}

function WaitingForPrices() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-6 w-full" />
    </div>
  )
}

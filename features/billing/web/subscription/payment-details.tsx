import { dateText, displayState } from '#engine/subscription/state.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { Subscription } from '../../contract.ts'
import { call } from '../api.ts'
import { StatusLine } from '../checkout/status-line.tsx'
import { useOverlay } from '../checkout/use-overlay.ts'
import { planOfSubscription } from '../current.ts'
import { perCycle, priceText } from '../labels.ts'
import { refreshBilling } from '../queries.ts'
import { type Billing, useTimeZone } from '../use-billing.tsx'

/** Who pays how much and when, and another card. Above the state message, which refers to it (SPEC 4, DECISIONS 19). */
export function PaymentDetails({ billing }: { billing: Billing }) {
  const { subscription } = billing
  if (!subscription || displayState(subscription) === 'canceled') return null
  return <Details billing={billing} subscription={subscription} />
}

function Details({ billing, subscription }: { billing: Billing; subscription: Subscription }) {
  const timeZone = useTimeZone()
  const overlay = useOverlay()
  const { busy, error, send } = useSubmission()
  const { user, billingCycle, nextBilledAt } = subscription
  const price = billingCycle && planOfSubscription(billing.plans, subscription)?.prices[billingCycle]
  const update = () =>
    send(() =>
      overlay.open(
        async () => (await call('paymentMethodUpdate', { id: subscription.id })).data.transactionId,
        () => {
          notify({ title: 'Payment method updated', color: 'green' })
          void refreshBilling(billing.project.id)
        },
      ),
    )
  return (
    <Section
      title="Payment details"
      action={
        <Button
          look={subscription.status === 'past_due' ? 'primary' : 'outline'}
          busy={busy}
          onClick={() => void update()}
        >
          {busy ? 'Opening checkout…' : 'Update payment method'}
        </Button>
      }
    >
      <FormError>{error}</FormError>
      {overlay.state === 'declined' && (
        <StatusLine look="failed" onDismiss={overlay.dismiss}>
          The card was declined. Your payment method hasn't changed.
        </StatusLine>
      )}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <Fact label="Next payment">{nextBilledAt === null ? 'None' : dateText(nextBilledAt, timeZone)}</Fact>
        {price && billingCycle && (
          <Fact label="Price before tax">{`${priceText(price.amount)} ${perCycle[billingCycle]}`}</Fact>
        )}
        {user && <Fact label="Paid by">{user.email}</Fact>}
      </dl>
    </Section>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere tabular mt-0.5 font-medium">{children}</dd>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { reportEvent } from '#platform/web/page/report-event.ts'
import type { Order } from '../picker/plan-picker.tsx'
import type { Billing } from '../use-billing.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { returnPath } from './checkout-return.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { StatusLine } from './status-line.tsx'
import { useOverlay } from './use-overlay.ts'

interface OrderingProps {
  billing: Billing
  children: (order: (order: Order) => void) => ReactNode
}

/** Takes an order from the screen below through its dialog and the provider's overlay, and shows how it stands. */
export function Ordering({ billing, children }: OrderingProps) {
  const [order, setOrder] = useState<Order | null>(null)
  const overlay = useOverlay()
  const navigate = useNavigate()
  const { subscription } = billing
  const close = () => setOrder(null)

  return (
    <>
      {overlay.state === 'open' && (
        <StatusLine look="waiting">The checkout is open. Complete your payment there.</StatusLine>
      )}
      {overlay.state === 'closed' && (
        <StatusLine look="plain" onDismiss={overlay.dismiss}>
          You closed the checkout and haven't been charged.
        </StatusLine>
      )}
      {overlay.state === 'declined' && (
        <StatusLine look="failed" onDismiss={overlay.dismiss}>
          Your payment was declined, and you haven't been charged. Choose a plan to try another card.
        </StatusLine>
      )}
      {children((chosen) => {
        overlay.dismiss()
        setOrder(chosen)
      })}
      {order?.kind === 'buy' && (
        <OrderDialog
          billing={billing}
          order={order}
          overlay={overlay}
          onClose={close}
          onPaid={(id) => {
            reportPayment(order)
            void navigate(returnPath(paths.projectBilling, id))
          }}
        />
      )}
      {order?.kind === 'change' && subscription && (
        <ChangeDialog
          billing={billing}
          subscription={subscription}
          order={order}
          onClose={close}
          onChanged={() => {
            close()
            notify({ title: `Your plan is now ${order.plan.name}`, color: 'green' })
            void navigate(paths.projectBilling)
          }}
        />
      )}
    </>
  )
}

/** Reports a first payment to the analytics host, with the plan's price in dollars. */
function reportPayment({ plan, billingCycle }: Order): void {
  const cents = plan.prices[billingCycle]?.amount ?? 0
  const props = { plan: plan.key, billingCycle }
  void reportEvent('Purchase', { props, revenue: { currency: 'USD', amount: cents / 100 } })
}

import { useState } from 'react'
import { yearlySaving } from '#engine/subscription/plans.ts'
import { displayState } from '#engine/subscription/state.ts'
import { Locked } from '#platform/web/forms/section.tsx'
import type { SoldPlan } from '../../contract.ts'
import { isAgencyClient } from '../current.ts'
import { priceText } from '../labels.ts'
import type { Billing } from '../use-billing.tsx'
import { choiceOf, whyClosed } from './choice.ts'
import { CycleSwitch } from './cycle-switch.tsx'
import { PlanCard } from './plan-card.tsx'
import { QuotaTable } from './quota-table.tsx'

/** A plan that the user chose, to be paid or changed to. */
export interface Order {
  kind: 'buy' | 'change'
  plan: SoldPlan
  billingCycle: 'monthly' | 'yearly' | 'oneTime'
  /** True for the discount of a returning customer. */
  reactivate: boolean
}

interface PlanPickerProps {
  billing: Billing
  onOrder: (order: Order) => void
}

/** The plans for sale, side by side, with what they include and what they cost (DECISIONS 4, 17, 18). */
export function PlanPicker({ billing, onOrder }: PlanPickerProps) {
  const { plans, subscription, unread, project, locked } = billing
  const [cycle, setCycle] = useState<'monthly' | 'yearly'>(
    subscription?.billingCycle === 'yearly' ? 'yearly' : 'monthly',
  )
  if (billing.mode === 'off') return <p>All features are included at no charge. There is nothing to choose here.</p>
  if (isAgencyClient(project)) return <p>An Agency subscription pays for this project.</p>
  const sold = plans.filter(({ prices }) => Object.keys(prices).length > 0)
  const unsold = plans.filter(({ key }) => key === 'lifetime' || key === 'starter')
  const reason = locked ?? (unread ? unreadReason : whyClosed(displayState(subscription)))
  const saving = Math.max(0, ...sold.map(yearlySaving))
  return (
    <div className="@container flex flex-col gap-6">
      {reason !== null && <Locked>{reason}</Locked>}
      <CycleSwitch cycle={cycle} saving={saving > 0 ? `Save up to ${priceText(saving)}` : null} onCycle={setCycle} />
      <ul aria-label="Plans" className="grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-6">
        {sold.map((plan, index) => {
          const choice = choiceOf(plan, cycle, subscription, plans)
          return (
            <PlanCard
              key={plan.key}
              plan={plan}
              cycle={cycle}
              choice={choice}
              isWide={sold.length % 3 === 2 && index >= sold.length - 2}
              disabled={reason !== null}
              onChoose={() => {
                if (choice.kind === 'buy' || choice.kind === 'change') onOrder({ ...choice, plan, reactivate: false })
              }}
            />
          )
        })}
      </ul>
      <QuotaTable plans={sold} />
      <div className="flex flex-col gap-2 text-pretty text-muted text-sm">
        <p>
          Prices are in US dollars, for one project. Sales tax or VAT is added at checkout where it applies. The pass is
          paid once; all other plans renew until you cancel.
        </p>
        <p>
          A smaller plan pauses the keywords and competitors that exceed its limits, newest first. Nothing is deleted,
          and they resume when there is room.
        </p>
      </div>
      <dl className="flex flex-col gap-1 text-sm">
        {unsold.map(({ key, name, description }) => (
          <div key={key} className="text-muted">
            <dt className="inline font-medium text-ink">{name}</dt>
            <dd className="inline"> is no longer sold. {description}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A second subscription would be paid in addition to one that can't be seen now. */
const unreadReason = 'The subscription could not be read. Reload the page before you choose a plan.'

import { useId } from 'react'
import { yearlySaving } from '#engine/subscription/plans.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { SoldPlan } from '../../contract.ts'
import { intervalNames, perCycle, priceText } from '../labels.ts'
import type { Choice } from './choice.ts'

interface PlanCardProps {
  plan: SoldPlan
  cycle: 'monthly' | 'yearly'
  choice: Choice
  /** Whether it shares its row with one other card only, where there is room for three. */
  isWide: boolean
  /** Whether no plan can be chosen now, for a reason shown above all of them. */
  disabled: boolean
  onChoose: () => void
}

/** A plan with its price, quota, and features, and the button that chooses it. */
export function PlanCard({ plan, cycle, choice, isWide, disabled, onChoose }: PlanCardProps) {
  const id = useId()
  const { name, description, mostPopular, quota, prices } = plan
  const shown = prices.oneTime ? 'oneTime' : prices[cycle] ? cycle : 'monthly'
  const price = prices[shown]
  const saving = shown === 'yearly' ? yearlySaving(plan) : 0
  const isClosed = choice.kind === 'closed'
  const isDisabled = disabled || isClosed || choice.kind === 'current'
  return (
    <li
      className={classes(
        'flex flex-col gap-4 rounded-xl border bg-raised p-5 @xl:last:odd:col-span-2',
        isWide ? '@4xl:col-span-3!' : '@4xl:col-span-2!',
        choice.kind === 'current' ? 'border-ink' : 'border-line',
      )}
    >
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={`${id}-name`} className="font-semibold text-lg">
            {name}
          </h3>
          {mostPopular && <Badge look="accent">Most popular</Badge>}
        </div>
        <p className="mt-1 text-pretty text-muted text-sm">{description}</p>
      </div>
      {price && (
        <p className="tabular">
          <span className="font-semibold text-2xl tracking-tight">{priceText(price.amount)}</span>{' '}
          <span className="text-muted">{perCycle[shown]}</span>
          {saving > 0 && <span className="block text-accent-ink text-sm">Saves {priceText(saving)} a year</span>}
        </p>
      )}
      {quota && (
        <ul className="flex flex-col gap-1 text-sm">
          <li className="tabular">{quota.keywords} keywords</li>
          <li className="tabular">{quota.competitors} competitors</li>
          <li>New leads {intervalNames[quota.keywordsInterval].toLowerCase()}</li>
        </ul>
      )}
      <div className="mt-auto flex flex-col gap-2">
        <Button
          look={mostPopular && !isDisabled ? 'brand' : 'outline'}
          disabled={isDisabled}
          aria-describedby={isClosed ? `${id}-reason` : undefined}
          onClick={onChoose}
        >
          {labelOf(plan, choice)}
        </Button>
        {isClosed && (
          <p id={`${id}-reason`} className="text-muted text-sm">
            {choice.reason}
          </p>
        )}
        <Features plan={plan} />
      </div>
    </li>
  )
}

function labelOf({ name }: SoldPlan, { kind }: Choice): string {
  if (kind === 'current') return 'Your plan'
  return kind === 'change' ? `Switch to ${name}` : `Choose ${name}`
}

const groups = [
  { key: 'inbound', title: 'Inbound' },
  { key: 'outbound', title: 'Outbound' },
  { key: 'others', title: 'Other features' },
] as const

function Features({ plan: { name, features } }: { plan: SoldPlan }) {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-8 list-none items-center gap-1.5 rounded-md text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="transition-transform duration-150 group-open:rotate-90" />
        <span>
          Features<span className="sr-only"> of {name}</span>
        </span>
      </summary>
      <dl className="flex flex-col gap-3 pt-2">
        {groups.map(({ key, title }) => (
          <div key={key}>
            <dt className="font-medium text-faint">{title}</dt>
            {features[key].map(({ text, coming }) => (
              <dd key={text} className="mt-1.5 flex gap-2">
                {coming ? (
                  <Icon name="calendar" className="mt-0.5 text-faint" />
                ) : (
                  <Icon name="check" className="mt-0.5 text-good" />
                )}
                <span className={coming ? 'text-muted' : undefined}>
                  {text}
                  {coming && <span className="text-faint"> (coming soon)</span>}
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}

import { type Feature, type Plan, type PlanKey, planOf, yearlySaving } from '#engine/subscription/plans.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Section } from './section.tsx'

/** The plans with a price, by size (SPEC 9). */
const sold: PlanKey[] = ['startup', 'growth', 'professional']
const beside: PlanKey[] = ['pro', 'pass']

/** The plans with the prices they are sold at, below an optional note about payment. */
export function Plans({ payment }: { payment?: string | undefined }) {
  return (
    <Section
      id="plans"
      title="Plans"
      intro="Prices are per project, in US dollars. Earshot listens around the clock on every plan. Your plan sets how often you receive new leads."
    >
      {payment && (
        <p className="mt-8 flex gap-3 rounded-xl bg-accent-soft px-5 py-4 text-pretty">
          <span className="icon-[lucide--gift] mt-0.5 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
          {payment}
        </p>
      )}
      <ul className="mt-8 grid items-start gap-6 lg:grid-cols-3">
        {sold.map((key) => (
          <PlanCard key={key} plan={planOf(key)} />
        ))}
      </ul>
      <ul className="mt-6 grid gap-6 lg:grid-cols-2">
        {beside.map((key) => (
          <PlanRow key={key} plan={planOf(key)} />
        ))}
      </ul>
    </Section>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const { name, description, features, mostPopular, prices } = plan
  const saving = yearlySaving(plan)
  return (
    <li
      className={classes(
        'relative flex flex-col rounded-2xl border bg-raised p-7',
        mostPopular ? 'border-orange-500 shadow-lift' : 'border-line',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold text-xl">{name}</h3>
        {mostPopular && <Popular />}
      </div>
      <p className="mt-2 text-pretty text-muted lg:min-h-12">{description}</p>
      <p className="tabular mt-5">
        <span className="font-semibold text-4xl tracking-tight">{dollars(prices.monthly?.amount ?? 0)}</span>
        <span className="text-muted"> a month</span>
      </p>
      <p className="tabular mt-1 text-muted text-sm">
        or {dollars(prices.yearly?.amount ?? 0)} a year
        {saving > 0 && ` (save ${dollars(saving)})`}
      </p>
      <a
        href="/auth/signup"
        className={buttonClasses({ look: mostPopular ? 'brand' : 'outline', size: 'large' }, 'mt-6')}
      >
        Choose {name}
      </a>
      <Features features={features} />
    </li>
  )
}

/** Lists existing features by kind and upcoming ones below, clearly separated. */
function Features({ features }: Pick<Plan, 'features'>) {
  const there = (list: Feature[]) => list.filter(({ coming }) => !coming)
  const groups = [
    { title: 'Inbound', list: there(features.inbound) },
    { title: 'Outbound', list: there(features.outbound) },
    { title: 'Other features', list: there(features.others) },
    { title: 'Coming soon', list: Object.values(features).flatMap((list) => list.filter(({ coming }) => coming)) },
  ].filter(({ list }) => list.length > 0)
  return (
    <dl className="mt-7 flex flex-col gap-5 border-line border-t pt-6 sm:max-lg:grid sm:max-lg:grid-cols-2">
      {groups.map(({ title, list }) => (
        <div key={title}>
          <dt className="font-medium text-faint text-sm">{title}</dt>
          {list.map(({ text, coming }) => (
            <dd key={text} className="mt-2 flex gap-2.5">
              {coming ? (
                <span className="icon-[lucide--clock] mt-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
              ) : (
                <Icon name="check" className="mt-0.5 text-good" />
              )}
              <span className={coming ? 'text-muted' : undefined}>{text}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** A plan beside the three main ones, with its difference in one line. */
function PlanRow({ plan: { name, description, mostPopular, prices, quota } }: { plan: Plan }) {
  const price = prices.oneTime ?? prices.monthly
  return (
    <li className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-2xl border border-line bg-raised p-7">
      <div className="min-w-56 flex-1">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="font-semibold text-lg">{name}</h3>
          {mostPopular && <Popular />}
        </div>
        <p className="mt-1 text-pretty text-muted">{description}</p>
        {quota && (
          <p className="tabular mt-2 text-muted text-sm">
            {quota.keywords} keywords, {quota.competitors} competitors, and{' '}
            {quota.commentSuggestionCredits.toLocaleString('en')} reply suggestions
          </p>
        )}
      </div>
      <div className="flex flex-col gap-3 max-sm:w-full">
        <p className="tabular sm:text-right">
          <span className="font-semibold text-2xl tracking-tight">{dollars(price?.amount ?? 0)}</span>
          <span className="text-muted">{prices.oneTime ? ' once' : ' a month'}</span>
        </p>
        <a href="/auth/signup" className={buttonClasses({ look: 'outline' }, 'min-h-10')}>
          Choose {name}
        </a>
      </div>
    </li>
  )
}

function Popular() {
  return (
    <span className="rounded-full bg-accent-soft px-2.5 py-0.5 font-medium text-accent-ink text-sm">Most popular</span>
  )
}

function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`
}

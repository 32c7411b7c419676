import { type Plan, type PlanKey, planOf, yearlySaving } from '@earshot/contract/plans'
import { buttonClasses } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'

/** What is sold: the plans with a price, in the order of their size (SPEC 9). */
const sold: PlanKey[] = ['startup', 'growth', 'professional']
const beside: PlanKey[] = ['pro', 'pass']

/** The plans with their prices, from the table by which they are sold. */
export function Plans() {
  return (
    <section id="plans" className="mx-auto mt-32 max-w-6xl scroll-mt-8 px-6" aria-labelledby="plans-title">
      <h2
        id="plans-title"
        className="text-balance font-semibold text-[clamp(1.75rem,4vw,2.5rem)] leading-[1.12] tracking-[-0.025em]"
      >
        Plans
      </h2>
      <p className="mt-4 max-w-2xl text-pretty text-lg text-muted">
        One price a project, in US dollars. Listening never stops; a plan says how often what was found is released to
        you.
      </p>
      <ul className="mt-10 grid items-start gap-6 lg:grid-cols-3">
        {sold.map((key) => (
          <PlanCard key={key} plan={planOf(key)} />
        ))}
      </ul>
      <ul className="mt-6 grid gap-6 lg:grid-cols-2">
        {beside.map((key) => (
          <PlanRow key={key} plan={planOf(key)} />
        ))}
      </ul>
    </section>
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
      <p className="mt-2 min-h-12 text-pretty text-muted">{description}</p>
      <p className="tabular mt-5">
        <span className="font-semibold text-4xl tracking-tight">{dollars(prices.monthly?.amount ?? 0)}</span>
        <span className="text-muted"> a month</span>
      </p>
      <p className="tabular mt-1 text-muted text-sm">
        or {dollars(prices.yearly?.amount ?? 0)} a year
        {saving > 0 && `, which saves ${dollars(saving)}`}
      </p>
      <a
        href="/auth/signup"
        className={buttonClasses({ look: mostPopular ? 'brand' : 'outline', size: 'large' }, 'mt-6')}
      >
        Start with {name}
      </a>
      <Features features={features} />
    </li>
  )
}

function Features({ features }: Pick<Plan, 'features'>) {
  const groups = [
    { title: 'Inbound', list: features.inbound },
    { title: 'Outbound', list: features.outbound },
    { title: 'Others', list: features.others },
  ]
  return (
    <dl className="mt-7 flex flex-col gap-5 border-line border-t pt-6">
      {groups.map(({ title, list }) => (
        <div key={title}>
          <dt className="font-medium text-faint text-sm">{title}</dt>
          {list.map(({ text, coming }) => (
            <dd key={text} className="mt-2 flex gap-2.5">
              <Icon name="check" className={classes('mt-0.5', coming ? 'text-faint' : 'text-good')} />
              <span className={coming ? 'text-muted' : undefined}>
                {text}
                {coming && ' (coming soon)'}
              </span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** What is beside the three: what makes it another one, in a line. */
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
            {quota.keywords} keywords, {quota.competitors} competitors, {quota.commentSuggestionCredits} reply
            suggestions
          </p>
        )}
      </div>
      <p className="tabular">
        <span className="font-semibold text-2xl tracking-tight">{dollars(price?.amount ?? 0)}</span>
        <span className="text-muted">{prices.oneTime ? ' once' : ' a month'}</span>
      </p>
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

import type { SoldPlan } from '../../contract.ts'
import { intervalNames } from '../labels.ts'

type Quota = NonNullable<SoldPlan['quota']>

const count = new Intl.NumberFormat('en')

const columns: { title: string; text: (quota: Quota) => string }[] = [
  { title: 'Keywords', text: ({ keywords }) => count.format(keywords) },
  { title: 'Competitors', text: ({ competitors }) => count.format(competitors) },
  { title: 'Leads', text: ({ keywordsInterval }) => intervalNames[keywordsInterval] },
  { title: 'Mentions', text: ({ mentionsInterval }) => intervalNames[mentionsInterval] },
  {
    title: 'Reply suggestions a month',
    text: ({ commentSuggestionCredits }) => count.format(commentSuggestionCredits),
  },
  { title: 'Direct messages a day', text: ({ dailyDMs }) => (dailyDMs === 0 ? 'None' : count.format(dailyDMs)) },
]

/** The quotas of the plans for sale, side by side. */
export function QuotaTable({ plans }: { plans: readonly SoldPlan[] }) {
  const rows = plans.flatMap(({ key, name, quota }) => (quota ? [{ key, name, quota }] : []))
  return (
    <section
      aria-label="Quotas"
      // Focusable, because keyboard users need to scroll to hidden columns.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line"
    >
      <table className="w-full text-left text-sm">
        <thead className="bg-sunken text-muted">
          <tr>
            <th scope="col" className={cell}>
              Plan
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className={`${cell} whitespace-nowrap font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {rows.map(({ key, name, quota }) => (
            <tr key={key}>
              <th scope="row" className={`${cell} whitespace-nowrap font-medium`}>
                {name}
              </th>
              {columns.map(({ title, text }) => (
                <td key={title} className={`${cell} tabular`}>
                  {text(quota)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cell = 'px-2 py-2 align-bottom first:pl-3 last:pr-3'
